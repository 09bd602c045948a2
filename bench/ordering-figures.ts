import { deviation } from '../src/lab/statistics.ts';
import { atLeast, figure, type Metric } from './benchmark.ts';
import { type Bounds, NUMBERS } from './ordering-bounds.ts';

/** One crawl of a web. */
export interface Crawled {
  readonly strategy: string;
  readonly bounds: Bounds;
  /** Its number, from 0. */
  readonly run: number;
  /** External links by the pages that were used, from 0; it ends where nothing was left to visit. */
  readonly curve: Float64Array;
}

/** First pages of a crawl. */
const BEGINNING = 100;
/** Fewer pages are meaningless for an order. */
const FEWEST = 25;

/** The figures of one strategy: means over runs first, then over webs and numbers of pages. */
export function figuresOf(name: string, crawled: readonly Crawled[]): Metric[] {
  const sets = crawled.filter(({ bounds }) => bounds.sites > 0);
  return [
    ...figuresOfWebs(
      name,
      crawled.filter(({ bounds }) => bounds.sites === 0),
    ),
    ...websOf(sets).flatMap((set) => figuresOfSet(name, set)),
  ];
}

function figuresOfWebs(name: string, crawled: readonly Crawled[]): Metric[] {
  const webs = websOf(crawled);
  if (webs.length === 0) return [];
  const late = lowest(webs, (pages) => pages >= BEGINNING);
  const early = lowest(webs, (pages) => pages >= FEWEST && pages <= BEGINNING && pages % FEWEST === 0);
  const numbers = NUMBERS.map((pages) => ({
    pages,
    cells: webs.filter(({ bounds }) => bounds.numbers.includes(pages)).map((web) => ({ ...web, pages })),
  })).filter(({ cells }) => cells.length > 0);
  return [
    atLeast(1.8, `${name}: of R1's, geometric mean at 10, 25 and 50 %`, geometric(atShares(webs), toTrivial), ''),
    ...errorOf(`${name}: the same`, crawled, (own) => geometric(atShares(websOf(own)), toTrivial)),
    atLeast(0.8, `${name}: of the clairvoyant's, the same`, geometric(atShares(webs), toBest), ''),
    ...errorOf(`${name}: the same`, crawled, (own) => geometric(atShares(websOf(own)), toBest)),
    ...(late ? [atLeast(0.95, `${name}: least of R1's, N >= ${BEGINNING}: ${late.name}`, late.value, '')] : []),
    ...(early ? [figure(`${name}: least of R1's, N = 25, 50 … ${BEGINNING}: ${early.name}`, early.value, '')] : []),
    ...numbers.flatMap(({ pages, cells }) => [
      figure(`${name}: of R1's at N ${pages}, ${cells.length} webs`, geometric(cells, toTrivial), ''),
      figure(`${name}: of the clairvoyant's at N ${pages}`, geometric(cells, toBest), ''),
    ]),
  ];
}

/** Numbers of R1's links to find on a set of many sites, by pages per site. */
const GOALS: ReadonlyMap<number, number> = new Map([
  [12, 1.65],
  [24, 1.9],
]);
const LEAST = 0.97;

function figuresOfSet(name: string, set: Web): Metric[] {
  const { web, sites, shares } = set.bounds;
  return shares.flatMap((pages) => {
    const what = `${name}: ${web}, ${sites} sites, ${pages / sites} pages a site`;
    const own = (curves: readonly Float64Array[]) => toTrivial({ bounds: set.bounds, curves, pages });
    return [
      atLeast(GOALS.get(pages / sites) ?? LEAST, `${what}: of R1's`, own(set.curves), ''),
      figure(`${what}: standard error`, standardError(set.curves.map((curve) => own([curve]))), ''),
      figure(`${what}: of the clairvoyant's`, toBest({ ...set, pages }), ''),
    ];
  });
}

/** Web by web, one line each: means over runs. */
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

/** Counts R1 as having found one link where it finds none. */
const toTrivial = (cell: Cell): number => found(cell) / Math.max(1, cell.bounds.trivial.get(cell.pages) ?? 1);
const toBest = (cell: Cell): number => found(cell) / Math.max(1, cell.bounds.best[cell.pages] ?? 1);

const geometric = (cells: readonly Cell[], of: (cell: Cell) => number): number =>
  Math.exp(cells.reduce((sum, cell) => sum + Math.log(Math.max(1e-3, of(cell))), 0) / cells.length);

/** The standard error of a figure, from single runs; none for one run. */
function errorOf(name: string, crawled: readonly Crawled[], of: (own: readonly Crawled[]) => number): Metric[] {
  const runs = [...new Set(crawled.map(({ run }) => run))];
  if (runs.length < 2) return [];
  const single = runs.map((run) => of(crawled.filter((one) => one.run === run)));
  return [figure(`${name}, standard error`, standardError(single), '')];
}

const standardError = (values: readonly number[]): number => deviation(values) / Math.sqrt(values.length);

/** The number of pages, among those with R1's links known, with the smallest share of R1's links. */
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
