import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { type CaptureWeb, startApplications, startLab } from './capture-webs.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { type HeapSample, heapSample } from './heap-sample.ts';
import { onPath } from './on-path.ts';
import { runChild, startChild } from './run-child.ts';

/** Pages until Node's own code is loaded and compiled: growth is judged from here on. */
const SETTLED_AT = 100;

/**
 * Checks that the same pages give the same links on a busy machine: each run is its own process, and during the last
 * but one, all processors are busy. Also checks that Node's heap is flat while one tab reads page after page.
 */
export const repeats = benchmark({
  name: 'repeats',
  summary: 'the same links in several runs, one of them on a loaded machine; and the heap of Node, page after page',
  options: z.object({
    pages: flag(positive.default(20), { value: 'N', description: 'pages of each web that are read in each run' }),
    runs: flag(positive.default(5), { value: 'N', description: 'runs over the same pages' }),
    heap: flag(positive.default(400), { value: 'N', description: 'pages that are read for the heap' }),
    web: flag(z.enum(['applications', 'lab']).default('applications'), { value: 'NAME', description: 'which web' }),
  }),
  async run({ pages, runs, heap, web: name }, say) {
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const web = await (name === 'lab' ? startLab() : startApplications());
    try {
      return [...(await differences(web, pages, runs, folder, say)), ...(await heapOf(web, heap, folder, say))];
    } finally {
      await web.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

const browser = () => ({ FORAGER_CHROMIUM: onPath('chromium-headless-shell') });

async function differences(
  { hostRules, urls }: CaptureWeb,
  pages: number,
  runs: number,
  folder: string,
  say: (line: string) => void,
): Promise<Metric[]> {
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify({ hostRules, urls: spread(urls, pages), workers: 2, level: 'active' }));
  const found: ReadonlySet<string>[] = [];
  for (let run = 1; run <= runs; run++) {
    const isLoaded = runs > 1 && run === runs - 1;
    const others = isLoaded ? cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'])) : [];
    const result = await runChild({ script: 'capture-ours', input: { file }, env: browser() }, contenderResult).finally(
      () => others.forEach((other) => void other.kill()),
    );
    found.push(linksOf(result));
    say(`run ${run}${isLoaded ? ', loaded' : ''}: ${found.at(-1)?.size} links, ${result.wallSeconds.toFixed(1)} s`);
  }
  const all = new Set(found.flatMap((one) => [...one]));
  const differing = [...all].filter((link) => !found.every((one) => one.has(link)));
  for (const link of differing.slice(0, 10))
    say(`only in run ${found.flatMap((one, index) => (one.has(link) ? [index + 1] : [])).join(', ')}: ${link}`);
  return [
    figure('links on these pages, all runs', all.size, 'links'),
    atMost(0, 'links that not every run found', differing.length, 'links'),
  ];
}

/** A sample of many. */
const spread = (urls: readonly string[], most: number): string[] =>
  urls.filter(
    (_, index) => Math.floor((index * most) / urls.length) !== Math.floor(((index - 1) * most) / urls.length),
  );

const linksOf = ({ found }: ContenderResult): ReadonlySet<string> =>
  new Set(found.flatMap(({ page, links }) => links.map((link) => `${page} -> ${link}`)));

async function heapOf(web: CaptureWeb, pages: number, folder: string, say: (line: string) => void): Promise<Metric[]> {
  const file = join(folder, 'heap.json');
  await writeFile(file, JSON.stringify({ hostRules: web.hostRules, urls: web.urls, pages }));
  const samples: HeapSample[] = [];
  await startChild({ script: 'capture-heap', input: { file }, env: browser() }, heapSample, (sample) => {
    samples.push(sample);
    say(`page ${sample.pages}: ${sample.heap.toFixed(1)} MB on Node's heap`);
  }).over;
  const completed = samples.filter((sample) => sample.pages >= SETTLED_AT);
  const [first, last] = [completed[0]?.heap ?? Number.NaN, completed.at(-1)?.heap ?? Number.NaN];
  return [
    figure(`Node's heap after ${SETTLED_AT} pages`, first, 'MB'),
    atMost(15, `Node's heap: growth from page ${SETTLED_AT} to ${pages}`, (100 * (last - first)) / first, '%'),
  ];
}
