import { join } from 'node:path';
import { z } from 'zod';
import { crawl } from '../src/crawl/crawl.ts';
import { plainCrawl } from '../src/crawl/crawl-options.ts';
import { cpuSince } from './cpu-time.ts';
import type { politeCrawlResult } from './polite-crawl-result.ts';
import { childArguments, printLine } from './run-child.ts';

/** Crawls for a time with a delay, without a browser, and prints what it took once it had begun well. */
const input = z.object({
  urls: z.array(z.string()),
  hostRules: z.string(),
  workers: z.number(),
  delay: z.number(),
  /** Milliseconds: of the crawl, and of it those that are left out. */
  time: z.number(),
  settled: z.number(),
  folder: z.string(),
});
const { urls, hostRules, workers, delay, time, settled, folder } = childArguments(input);

let looks = 0;
let from = { at: performance.now(), cpu: process.cpuUsage(), looks };
/** The crawl asks for the time whenever it looks for work, and a few times for each page. */
const now = () => {
  looks++;
  return Date.now();
};
setTimeout(() => {
  from = { at: performance.now(), cpu: process.cpuUsage(), looks };
}, settled).unref();

await crawl(
  {
    ...plainCrawl,
    db: join(folder, 'crawl.sqlite'),
    sites: urls.map((url) => ({ name: url, shortName: url, url, kind: 'university', scope: 'host' })),
    choice: { strategy: 'beebot', params: {} },
    timeLimit: time,
    render: 'http',
    ...{ workers, delay, hostRules },
  },
  {},
  now,
);
const milliseconds = performance.now() - from.at;
const result: z.infer<typeof politeCrawlResult> = {
  cpuShare: cpuSince(from.cpu) / milliseconds,
  looks: (1000 * (looks - from.looks)) / milliseconds,
};
printLine(result);
