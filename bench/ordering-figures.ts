import { deviation } from '../src/lab/statistics.ts';
import { atLeast, figure, type Metric } from './benchmark.ts';
import { type Bounds, NUMBERS } from './ordering-bounds.ts';

/** One crawl of a web. */
export interface Crawled {
  readonly strategy: string;
  readonly bounds: Bounds;
  /** Its number, from 0. */
  readonly run: number;
  /** External links by the pages that were charged, from 0; it ends where nothing was left to visit. */
  readonly curve: Float64Array;
}

/** Pages that a crawl begins with. */
const BEGINNING = 200;
/** Fewer pages say nothing of an order. */
const FEWEST = 25;

/** The figures of one strategy: means over runs first, then over webs and numbers of pages. */
export function figuresOf(name: string, crawled: readonly Crawled[]): Metric[] {
  const webs = websOf(crawled);
  const late = lowest(webs, (pages) => pages >= BEGINNING);
  const early = lowest(webs, (pages) => pages >= FEWEST && pages <= BEGINNING && pages % FEWEST === 0);
  const numbers = NUMBERS.map((pages) => ({
    pages,
    cells: webs.filter(({ bounds }) => bounds.numbers.includes(pages)).map((web) => ({ ...web, pages })),
  })).filter(({ cells }) => cells.length > 0);
  const [ofTrivial, ofBest] = [spread(crawled, toTrivial), spread(crawled, toBest)];
  return [
    atLeast(1.8, `${name}: of R1's, geometric mean at 10, 25 and 50 %`, geometric(atShares(webs), toTrivial), ''),
    ...(ofTrivial === undefined ? [] : [figure(`${name}: the same, deviation of single runs`, ofTrivial, '')]),
    atLeast(0.75, `${name}: of the clairvoyant's, the same`, geometric(atShares(webs), toBest), ''),
    ...(ofBest === undefined ? [] : [figure(`${name}: the same, deviation of single runs`, ofBest, '')]),
    ...(late ? [atLeast(0.97, `${name}: least of R1's, N >= 200: ${late.name}`, late.value, '')] : []),
    ...(early ? [atLeast(0.97, `${name}: least of R1's, N = 25, 50 … 200: ${early.name}`, early.value, '')] : []),
    ...numbers.flatMap(({ pages, cells }) => [
      figure(`${name}: of R1's at N ${pages}, ${cells.length} webs`, geometric(cells, toTrivial), ''),
      figure(`${name}: of the clairvoyant's at N ${pages}`, geometric(cells, toBest), ''),
    ]),
  ];
}

/** Web by web, a line each: means over runs. */
export function tellOf(name: string, crawled: readonly Crawled[]): string[] {
  return websOf(crawled).map((web) => {
    const { shares, numbers } = web.bounds;
    const limits = [...new Set([...shares, ...numbers])].sort((a, b) => a - b);
    const cells = limits.map((pages) => {
      const cell = { ...web, pages };
      return `N ${pages}: ${toTrivial(cell).toFixed(2)} ${toBest(cell).toFixed(2)}`;
    });
    const low = lowest([web], (pages) => pages >= BEGINNING);
    return `${web.bounds.web} ${name}, of R1's and of the clairvoyant's: ${cells.join(', ')}; least ${low?.value.toFixed(2)} at ${low?.pages}`;
  });
}

/** The crawls of one web. */
interface Web {
  readonly bounds: Bounds;
  readonly curves: readonly Float64Array[];
}

/** A web and a number of its pages. */
interface Cell extends Web {
  readonly pages: number;
}

function websOf(crawled: readonly Crawled[]): Web[] {
  const bounds = [...new Set(crawled.map((one) => one.bounds))];
  return bounds.map((bound) => ({
    bounds: bound,
    curves: crawled.filter((one) => one.bounds === bound).map(({ curve }) => curve),
  }));
}

const atShares = (webs: readonly Web[]): Cell[] =>
  webs.flatMap((web) => web.bounds.shares.map((pages) => ({ ...web, pages })));

/** Mean over the runs. */
const found = ({ curves, pages }: Cell): number =>
  curves.reduce((sum, curve) => sum + (curve[Math.min(pages, curve.length - 1)] ?? 0), 0) / curves.length;

/** Where R1 finds nothing, it counts as having found one link. */
const toTrivial = (cell: Cell): number => found(cell) / Math.max(1, cell.bounds.trivial.get(cell.pages) ?? 1);
const toBest = (cell: Cell): number => found(cell) / Math.max(1, cell.bounds.best[cell.pages] ?? 1);

const geometric = (cells: readonly Cell[], of: (cell: Cell) => number): number =>
  Math.exp(cells.reduce((sum, cell) => sum + Math.log(Math.max(1e-3, of(cell))), 0) / cells.length);

/** Standard deviation of what single runs give at the shares; undefined for one run. */
function spread(crawled: readonly Crawled[], of: (cell: Cell) => number): number | undefined {
  const runs = [...new Set(crawled.map(({ run }) => run))];
  if (runs.length < 2) return undefined;
  return deviation(runs.map((run) => geometric(atShares(websOf(crawled.filter((one) => one.run === run))), of)));
}

/** The number of pages, of those for which R1's links are known, at which least was found beside R1. */
function lowest(webs: readonly Web[], counts: (pages: number) => boolean) {
  let least: { readonly name: string; readonly pages: number; readonly value: number } | undefined;
  for (const web of webs)
    for (const [pages, links] of web.bounds.trivial) {
      if (!counts(pages) || links === 0) continue;
      const value = toTrivial({ ...web, pages });
      if (!least || value < least.value) least = { name: `${web.bounds.web}, N ${pages}`, pages, value };
    }
  return least;
}
