import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { benchmark, figure, type Metric } from './benchmark.ts';
import { type CaptureWeb, startDemo, startRecorded } from './capture-webs.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { runChild } from './run-child.ts';

const OURS = 'forager';
const PAPER = 'beebot';

/** External links found live by the default strategy and the paper's, in Chromium, by pages and by CPU time. */
export const live = benchmark({
  name: 'live',
  summary: 'external links that forager and beebot find live, in Chromium, with the same pages and by CPU seconds',
  options: z.object({
    pages: flag(positive.default(500), { value: 'N', description: 'pages of each crawl' }),
    rounds: flag(positive.default(1), { value: 'N', description: 'crawls by each strategy, in turns' }),
    recorded: flag(z.string().default(''), {
      value: 'FOLDER',
      description: 'recorded sites, with their serve.mjs; none unless given',
    }),
  }),
  async run({ pages, rounds, recorded }, say) {
    const starts = recorded === '' ? [startDemo] : [startDemo, () => startRecorded(recorded)];
    const metrics: Metric[] = [];
    for (const start of starts) {
      const web = await start();
      try {
        const sums = { [OURS]: none, [PAPER]: none };
        for (let round = 1; round <= rounds; round++)
          for (const strategy of [OURS, PAPER] as const) {
            const turn = await crawled(web, strategy, pages);
            say(`${web.name}, round ${round}, ${strategy}: ${turn.links} links, ${turn.seconds.toFixed(1)} s CPU`);
            const { links, seconds } = sums[strategy];
            sums[strategy] = { links: links + turn.links, seconds: seconds + turn.seconds };
          }
        metrics.push(...metricsOf(web.name, rounds, sums[OURS], sums[PAPER]));
      } finally {
        await web.close();
      }
    }
    return metrics;
  },
});

interface Turn {
  /** Distinct external links of each site. */
  readonly links: number;
  /** CPU seconds of Node and Chromium. */
  readonly seconds: number;
}

const none: Turn = { links: 0, seconds: 0 };

async function crawled({ hostRules, urls }: CaptureWeb, strategy: string, pages: number): Promise<Turn> {
  const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify({ hostRules, sites: urls, pages, strategy, workers: 2, folder, urls: [] }));
  const result = await runChild({ script: 'throughput-ours', input: { file } }, contenderResult);
  await rm(folder, { recursive: true, force: true });
  return { links: result.external, seconds: cpuOf(result) };
}

const cpuOf = ({ nodeSeconds, chromiumSeconds }: ContenderResult): number => nodeSeconds + chromiumSeconds;

function metricsOf(web: string, rounds: number, ours: Turn, paper: Turn): Metric[] {
  const of = (name: string, { links, seconds }: Turn) => [
    figure(`${web}, ${name}: external links`, links / rounds, 'links'),
    figure(`${web}, ${name}: CPU`, seconds / rounds, 's'),
    figure(`${web}, ${name}: external links by CPU time`, links / seconds, '1/s'),
  ];
  return [
    ...of(OURS, ours),
    ...of(PAPER, paper),
    figure(`${web}: external links, ${OURS} / ${PAPER}`, ours.links / paper.links, 'ratio'),
    figure(
      `${web}: external links by CPU time, ${OURS} / ${PAPER}`,
      (ours.links * paper.seconds) / (ours.seconds * paper.links),
      'ratio',
    ),
  ];
}
