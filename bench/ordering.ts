import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { flag, positive } from '../src/cli/options.ts';
import { strategyList } from '../src/cli/strategy-list.ts';
import { BadInput } from '../src/domain/errors.ts';
import { openWorld } from '../src/lab/open-world.ts';
import { clairvoyant } from '../src/lab/oracle/clairvoyant.ts';
import { graphOf } from '../src/lab/oracle/graph.ts';
import { replay } from '../src/lab/replay.ts';
import { weightsOf } from '../src/lab/train.ts';
import type { World } from '../src/lab/world.ts';
import { readPrior, SHIPPED } from '../src/link-orders/learned/prior.ts';
import { joinedPrior } from '../src/link-orders/learned/train-prior.ts';
import { makeStrategy, type StrategyChoice } from '../src/strategies/strategy.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';

/** Shares of a web's pages that are visited, … */
const SHARES = [0.1, 0.25, 0.5];
/** … and numbers of pages, where the web has twice as many. */
const NUMBERS = [200, 500, 1000, 2000];

/** What a strategy found with N pages of a web, and what others did. */
interface Cell {
  readonly web: string;
  readonly pages: number;
  /** Whether N is one of the shares. */
  readonly isShare: boolean;
  readonly toTrivial: number;
  readonly toClairvoyant: number;
}

/**
 * External links of recorded webs that strategies find, beside R1 (Pechnikov & Chernobrovkin 2012, §3) and the
 * clairvoyant. On a web that the prior which comes along was trained on, `learned` has one that was trained on the others.
 */
export const ordering = benchmark({
  name: 'ordering',
  summary: 'external links of recorded webs that strategies find with part of the pages, beside R1 and the clairvoyant',
  options: z.object({
    webs: flag(z.string('name a folder of recorded webs'), {
      value: 'FOLDER',
      description: 'recorded pages: *.jsonl.gz',
    }),
    only: flag(z.string().default(''), { value: 'NAMES', description: 'webs, e.g. wisc97,debdoc; all unless given' }),
    strategies: flag(z.string().default('forager'), {
      value: 'LIST',
      description: 'what is compared',
    }),
    most: flag(positive.default(20_000), { value: 'N', description: 'pages at most' }),
    workers: flag(positive.default(1), { value: 'N', description: 'pages visited at a time' }),
  }),
  async run({ webs, only, strategies: named, most, workers }, say) {
    const strategies = strategyList.parse(named);
    const files = existsSync(webs) ? readdirSync(webs).filter((name) => name.endsWith('.jsonl.gz')) : [];
    if (files.length === 0) throw new BadInput(`--webs: no *.jsonl.gz in ${webs}`);
    const names = only.split(',');
    const cells = new Map<string, Cell[]>(strategies.map(({ name }) => [name, []]));
    const spent = new Map<string, { seconds: number; pages: number }>();
    const folder = mkdtempSync(join(tmpdir(), 'forager-ordering-'));
    const measured = files
      .map((file) => file.replace('.jsonl.gz', ''))
      .filter((web) => only === '' || names.includes(web));
    const without = await leaveOneOut(webs, measured, folder);
    for (const file of files.sort()) {
      if (only !== '' && !names.includes(file.replace('.jsonl.gz', ''))) continue;
      const open = await openWorld([join(webs, file)], 'host');
      const world = open.of(1);
      const bounds = await boundsOf(world, most);
      for (const { name, choice } of strategies) {
        const found = await curves(world, withPrior(choice, without.get(world.name)), bounds, workers);
        cells.get(name)?.push(...cellsOf(world.name, bounds, found.at));
        const sum = spent.get(name) ?? { seconds: 0, pages: 0 };
        spent.set(name, { seconds: sum.seconds + found.seconds, pages: sum.pages + found.pages });
        for (const { pages, toTrivial, toClairvoyant } of cells.get(name)?.filter(({ web }) => web === world.name) ??
          [])
          say(
            `${world.name} N ${pages} ${name}: ${toTrivial.toFixed(2)} of R1, ${toClairvoyant.toFixed(2)} of clairvoyant`,
          );
      }
      await open.close();
    }
    rmSync(folder, { recursive: true });
    return strategies.flatMap(({ name }) => metricsOf(name, cells.get(name) ?? [], spent.get(name)));
  },
});

/** For each web of these that the prior which comes along was trained on, the file of one that was trained on the others. */
async function leaveOneOut(
  webs: string,
  measured: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const weights = new Map<string, Awaited<ReturnType<typeof weightsOf>>>();
  const trained = readPrior(SHIPPED)?.webs ?? [];
  if (!measured.some((web) => trained.includes(web))) return new Map();
  for (const web of trained) {
    const file = join(webs, `${web}.jsonl.gz`);
    if (!existsSync(file)) continue;
    const open = await openWorld([file], 'host');
    weights.set(web, await weightsOf(open.of(1)));
    await open.close();
  }
  const priors = new Map<string, string>();
  for (const web of weights.keys()) {
    const others = new Map([...weights].filter(([other]) => other !== web));
    const file = join(folder, `${web}.json`);
    writeFileSync(file, JSON.stringify(joinedPrior(others)));
    priors.set(web, file);
  }
  return priors;
}

/** The same strategy with another prior, if it has one and names none. */
function withPrior(choice: StrategyChoice, prior: string | undefined): StrategyChoice {
  const { names } = makeStrategy(choice, 1);
  if (prior === undefined || names.linkOrderParams.prior !== SHIPPED) return choice;
  return { ...choice, linkOrderParams: { ...choice.linkOrderParams, prior } };
}

/** What R1 and the clairvoyant find, by the number of pages. */
interface Bounds {
  readonly limits: readonly number[];
  readonly shares: ReadonlySet<number>;
  readonly trivial: ReadonlyMap<number, number>;
  readonly best: Int32Array;
}

async function boundsOf(world: World, most: number): Promise<Bounds> {
  const graph = await graphOf(world);
  const shares = new Set(SHARES.map((share) => Math.round(share * graph.pages)).filter((pages) => pages <= most));
  const numbers = NUMBERS.filter((pages) => 2 * pages <= graph.pages && pages <= most);
  const limits = [...new Set([...shares, ...numbers])].sort((a, b) => a - b);
  const trivial = new Map<number, number>();
  for (const pageLimit of limits) {
    const { curve } = await replay(
      world,
      { strategy: 'beebot-trivial', params: {} },
      { pageLimit, workers: 1, seed: 1 },
    );
    trivial.set(pageLimit, curve.at(-1) ?? 0);
  }
  return { limits, shares, trivial, best: clairvoyant(graph, { pageLimit: limits.at(-1) ?? 0 }) };
}

/** What a strategy found with each limit, in one crawl up to the largest, and what that cost. */
async function curves(world: World, choice: StrategyChoice, { limits }: Bounds, workers: number) {
  const begin = process.cpuUsage();
  const { curve } = await replay(world, choice, { pageLimit: limits.at(-1) ?? 0, workers, seed: 1 });
  const { user, system } = process.cpuUsage(begin);
  return {
    at: (pages: number) => curve[Math.min(pages, curve.length - 1)] ?? 0,
    seconds: (user + system) / 1e6,
    pages: curve.length - 1,
  };
}

function cellsOf(web: string, { limits, shares, trivial, best }: Bounds, found: (pages: number) => number): Cell[] {
  return limits.map((pages) => ({
    web,
    pages,
    isShare: shares.has(pages),
    toTrivial: found(pages) / (trivial.get(pages) ?? 1),
    toClairvoyant: found(pages) / (best[pages] ?? 1),
  }));
}

function metricsOf(
  name: string,
  cells: readonly Cell[],
  spent: { seconds: number; pages: number } | undefined,
): Metric[] {
  const shares = cells.filter(({ isShare }) => isShare);
  const least = cells
    .filter(({ pages }) => pages >= 200)
    .reduce<Cell | undefined>((low, cell) => (low && low.toTrivial <= cell.toTrivial ? low : cell), undefined);
  const means = (pages: number) => cells.filter((cell) => cell.pages === pages && NUMBERS.includes(pages));
  return [
    atLeast(1.8, `${name}: of R1's, geometric mean at 10, 25 and 50 %`, geometric(shares, 'toTrivial'), ''),
    atLeast(0.75, `${name}: of the clairvoyant's, the same`, geometric(shares, 'toClairvoyant'), ''),
    ...(least
      ? [atLeast(0.97, `${name}: least of R1's, N >= 200: ${least.web}, N ${least.pages}`, least.toTrivial, '')]
      : []),
    ...NUMBERS.flatMap((pages) => {
      const at = means(pages);
      if (at.length === 0) return [];
      return [
        figure(`${name}: of R1's at N ${pages}, ${at.length} webs`, geometric(at, 'toTrivial'), ''),
        figure(`${name}: of the clairvoyant's at N ${pages}`, geometric(at, 'toClairvoyant'), ''),
      ];
    }),
    figure(`${name}: CPU a page, replay included`, (1000 * (spent?.seconds ?? 0)) / (spent?.pages ?? 1), 'ms'),
  ];
}

const geometric = (cells: readonly Cell[], of: 'toTrivial' | 'toClairvoyant'): number =>
  Math.exp(cells.reduce((sum, cell) => sum + Math.log(cell[of]), 0) / cells.length);
