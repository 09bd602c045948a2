import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { printedTable } from '../src/cli/tables/printed-table.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { type MemorySample, memorySample } from './memory-sample.ts';
import { startChild } from './run-child.ts';
import { startDemoWeb } from './start-demo-web.ts';

/** Until this page caches and the browser's processes fill up: growth is judged from here on. */
const SETTLED_AT = 2000;

/**
 * Memory over a long crawl of the demo web: the live Node heap after a full collection, Node's resident set, and the
 * proportional set of the browser's processes. Flat means: the line fitted to the samples from page 2,000 on rises by
 * less than 15 % of its level there until the end.
 */
export const memory = benchmark({
  name: 'memory',
  summary: "Node's heap and Chromium's memory over a long crawl: the curve, and whether it is flat",
  options: z.object({
    pages: flag(positive.default(20_000), { value: 'N', description: 'pages crawled' }),
    every: flag(positive.default(500), { value: 'N', description: 'pages from one sample to the next' }),
    workers: flag(positive.default(4), { value: 'N', description: 'pages read at the same time' }),
    scale: flag(positive.default(3), { value: 'N', description: 'size of the demo web; 3 has about 26,000 pages' }),
  }),
  async run({ pages, every, workers, scale }, say) {
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const { web, close } = await startDemoWeb(1, scale);
    const samples: MemorySample[] = [];
    try {
      const input = { web, pages, every, workers, folder };
      const crawl = startChild({ script: 'memory-crawl', input }, memorySample, (sample) => {
        samples.push(sample);
        say(`page ${sample.pages}: ${curve.map(({ title, of }) => `${title} ${of(sample).toFixed(1)} MB`).join(', ')}`);
      });
      await crawl.over;
    } finally {
      await close();
      await rm(folder, { recursive: true, force: true });
    }
    process.stdout.write(`${curveTable(samples)}\n`);
    return metrics(samples);
  },
});

const curve = [
  { title: 'Node heap', of: (sample: MemorySample) => sample.heap },
  { title: 'Node RSS', of: (sample: MemorySample) => sample.node },
  { title: 'Chromium', of: (sample: MemorySample) => sample.chromium },
  { title: 'Node RSS + Chromium', of: (sample: MemorySample) => sample.node + sample.chromium },
  { title: 'Node heap + Chromium', of: (sample: MemorySample) => sample.heap + sample.chromium },
];

function curveTable(samples: readonly MemorySample[]): string {
  return printedTable(
    ['pages', ...curve.map(({ title }) => `${title} (MB)`)].map((head) => ({ head, isNumber: true })),
    samples.map((sample) => [sample.pages, ...curve.map(({ of }) => of(sample).toFixed(1))]),
  );
}

function metrics(samples: readonly MemorySample[]): Metric[] {
  const judged = samples.filter(({ pages }) => pages >= SETTLED_AT);
  const last = judged.at(-1)?.pages ?? 0;
  return curve.flatMap(({ title, of }, index) => {
    const { slope, level } = line(judged.map((sample) => [sample.pages - SETTLED_AT, of(sample)]));
    const growth = ((last - SETTLED_AT) * slope) / level;
    const name = `${title}: growth from page ${SETTLED_AT} to ${last}`;
    return [
      figure(`${title}: level at page ${SETTLED_AT}`, level, 'MB'),
      figure(`${title}: slope from there on`, 1000 * slope, 'MB per 1,000 pages'),
      index === curve.length - 1 ? atMost(15, name, 100 * growth, '%') : figure(name, 100 * growth, '%'),
    ];
  });
}

/** The line of least squares through the points: its level at 0, and its slope. */
function line(points: readonly (readonly [number, number])[]): { level: number; slope: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const together = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const slope = spread === 0 ? 0 : together / spread;
  return { level: y - slope * x, slope };
}
