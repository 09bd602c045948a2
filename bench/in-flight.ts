import { join } from 'node:path';
import { z } from 'zod';
import { openWorld, webFiles } from '../src/lab/open-world.ts';
import { replay } from '../src/lab/replay.ts';
import { splits } from '../src/lab/tasks.ts';
import type { World } from '../src/lab/world.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import type { StrategyChoice } from '../src/strategies/strategy.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';

/** Numbers of pages after which links and time are reported. */
const NUMBERS = [200, 500, 1000];

const CONTENDERS: readonly { readonly name: string; readonly choice: StrategyChoice }[] = [
  { name: 'forager', choice: { strategy: 'forager', params: {} } },
  { name: 'forager:margin=0', choice: { strategy: 'forager', params: { margin: 0 } } },
];

/** External links and time of crawls of many sites by several workers, next to one worker's. */
export const inFlight = benchmark({
  name: 'in-flight',
  summary: 'external links that several workers find on a set of sites with the pages of one, and the time they take',
  options: z.object({
    webs: flag(z.string('name a folder of recorded webs'), { value: 'FOLDER', description: 'recorded pages' }),
    only: flag(z.string().default(''), { value: 'NAMES', description: 'webs, e.g. wisc97,debdoc; all unless given' }),
    split: flag(z.enum(splits).default('host'), { value: 'HOW', description: 'what a site is: a host, or a folder' }),
    workers: flag(z.string().default('4,16'), { value: 'LIST', description: 'pages visited at a time' }),
    runs: flag(positive.default(4), { value: 'N', description: 'crawls, with the random seeds 1, 2, 3 …' }),
  }),
  async run({ webs, only, split, workers, runs }, say) {
    const files = only === '' ? webFiles([webs]) : only.split(',').map((name) => join(webs, `${name}.jsonl.gz`));
    const open = await openWorld(files, split);
    const metrics: Metric[] = [];
    for (const { name, choice } of CONTENDERS) {
      const alone = await crawled(open.of(1), choice, 1, runs);
      const several = workers.split(',').map((count) => positive.parse(Number(count)));
      for (const count of several) {
        const together = await crawled(open.of(1), choice, count, runs);
        for (const [at, pages] of NUMBERS.entries()) {
          const [one, many] = [alone[at], together[at]];
          if (!one || !many) continue;
          say(`${name}, ${count} workers, N ${pages}: ${many.links} links in ${many.seconds} s; one ${one.links}`);
          const what = `${name}: ${count} workers, N ${pages}`;
          metrics.push(atLeast(0.97, `${what}: links, of one worker's`, many.links / one.links, ''));
          metrics.push(figure(`${what}: time, of one worker's`, many.seconds / one.seconds, ''));
        }
      }
    }
    return metrics;
  },
});

/** Means over the runs, at each number of pages: external links, and seconds until that many pages were read. */
async function crawled(world: World, choice: StrategyChoice, workers: number, runs: number) {
  const sums = NUMBERS.map(() => ({ links: 0, seconds: 0 }));
  for (let seed = 1; seed <= runs; seed++) {
    const begins: number[] = [];
    const { curve } = await replay(world, choice, {
      ...{ pageLimit: Math.max(...NUMBERS), workers, seed },
      onVisit: ({ claim }) => begins.push(claim.claimedAt),
    });
    for (const [at, pages] of NUMBERS.entries()) {
      const sum = sums[at];
      if (!sum) continue;
      sum.links += (curve[pages] ?? 0) / runs;
      sum.seconds += (begins[pages - 1] ?? 0) / 1000 / runs;
    }
  }
  return sums;
}
