import { setMaxListeners } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { strategyList } from '../src/cli/verbs/try-out/lab.ts';
import { BadInput } from '../src/domain/errors.ts';
import { openWorld } from '../src/lab/open-world.ts';
import { openThreads } from '../src/lab/thread-pool.ts';
import { weightsOf } from '../src/lab/train.ts';
import { readPrior, SHIPPED } from '../src/link-orders/learned/prior.ts';
import { joinedPrior } from '../src/link-orders/learned/train-prior.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { makeStrategy, type StrategyChoice } from '../src/strategies/strategy.ts';
import { benchmark, figure, type Metric } from './benchmark.ts';
import { type Bounds, boundsOf } from './ordering-bounds.ts';
import { type Crawled, figuresOf, tellOf } from './ordering-figures.ts';

const RECORDING = '.jsonl.gz';
/** The name of all webs together, each section a site. */
const JOINED = 'joined';

/**
 * External links of recorded webs that strategies find, next to R1 (Pechnikov & Chernobrovkin 2012, §3) and the
 * clairvoyant: means of several runs, as one page of hundreds of links is found early or late by chance. All webs are
 * also joined into one set of many sites, with few pages for each. On a web used to train the built-in prior, `learned`
 * has a prior trained on the others; on the set, none.
 */
export const ordering = benchmark({
  name: 'ordering',
  summary: 'external links of recorded webs that strategies find with part of the pages, beside R1 and the clairvoyant',
  options: z.object({
    webs: flag(z.string('name a folder of recorded webs'), {
      value: 'FOLDER',
      description: `recorded pages: *${RECORDING}`,
    }),
    only: flag(z.string().default(''), {
      value: 'NAMES',
      description: 'webs, e.g. wisc97,debdoc,joined; all unless given',
    }),
    strategies: flag(z.string().default('forager'), {
      value: 'LIST',
      description: 'what is compared',
    }),
    runs: flag(positive.default(8), { value: 'N', description: 'crawls of each web, with the random seeds 1, 2, 3 …' }),
    most: flag(positive.default(20_000), { value: 'N', description: 'pages at most' }),
    workers: flag(positive.default(1), { value: 'N', description: 'pages visited at a time' }),
    threads: flag(positive.default(2), { value: 'N', description: 'crawls at a time' }),
  }),
  async run({ webs, only, strategies: named, runs, most, workers, threads }, say) {
    const strategies = strategyList.parse(named);
    const all = recordingsIn(webs);
    const chosen = only === '' ? [...all, JOINED] : only.split(',');
    const names = chosen.filter((name) => name !== JOINED);
    const fileOf = (name: string) => join(webs, name + RECORDING);
    const priors = mkdtempSync(join(tmpdir(), 'forager-ordering-'));
    const without = await leaveOneOut(webs, names, priors);
    const bounds: Bounds[] = [];
    for (const name of names) bounds.push(await boundsOf(name, { files: [fileOf(name)], split: 'host' }, most));
    if (chosen.includes(JOINED))
      bounds.push(await boundsOf(JOINED, { files: all.map(fileOf), split: 'section' }, most));
    say(`R1 and the clairvoyant are known of ${chosen.length} webs`);
    const begin = process.cpuUsage();
    const pool = openThreads(threads);
    const never = new AbortController().signal;
    setMaxListeners(0, never);
    const crawls = bounds.flatMap((bound) =>
      strategies.flatMap(({ name, choice }) =>
        Array.from({ length: runs }, async (_, run): Promise<Crawled> => {
          const pageLimit = bound.most;
          const own = withPrior(choice, bound.web === JOINED ? 'none' : without.get(bound.web));
          const ofRun = { pageLimit, workers, seed: run + 1, measure: 'new-external-links' };
          const { curve } = await pool.run({ kind: 'replay', web: bound.choice, choice: own, ...ofRun }, never);
          return { strategy: name, bounds: bound, run, curve };
        }),
      ),
    );
    const done = await Promise.all(crawls);
    await pool.close();
    const { user, system } = process.cpuUsage(begin);
    const pages = done.reduce((sum, { curve }) => sum + curve.length - 1, 0);
    rmSync(priors, { recursive: true });
    const metrics: Metric[] = [];
    for (const { name } of strategies) {
      const own = done.filter(({ strategy }) => strategy === name);
      for (const line of tellOf(name, own)) say(line);
      metrics.push(...figuresOf(name, own));
    }
    return [...metrics, figure('CPU a page, replays and their threads included', (user + system) / 1e3 / pages, 'ms')];
  },
});

function recordingsIn(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(RECORDING)) : [];
  if (files.length === 0) throw new BadInput(`--webs: no *${RECORDING} in ${folder}`);
  return files.sort().map((file) => file.slice(0, -RECORDING.length));
}

/** Prior trained on the other webs, for each web used to train the built-in prior. */
async function leaveOneOut(
  webs: string,
  measured: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const weights = new Map<string, Awaited<ReturnType<typeof weightsOf>>>();
  const trained = readPrior(SHIPPED)?.webs ?? [];
  if (!measured.some((web) => trained.includes(web))) return new Map();
  for (const web of trained) {
    const file = join(webs, web + RECORDING);
    if (!existsSync(file)) continue;
    const open = await openWorld([file], 'host');
    weights.set(web, await weightsOf(open.of(1)));
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
