import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { z } from 'zod';
import { crawl } from '../src/crawl/crawl.ts';
import { plainCrawl } from '../src/crawl/crawl-options.ts';
import { cpuSince } from './cpu-time.ts';
import type { politeCrawlResult } from './polite-crawl-result.ts';
import { childArguments, printLine } from './run-child.ts';

/** Crawls for a time with a delay, without a browser, and prints its costs after the start-up phase. */
const input = z.object({
  urls: z.array(z.string()),
  hostRules: z.string(),
  workers: z.number(),
  delay: z.number(),
  /** Milliseconds of the crawl, and of its start-up phase, which is left out. */
  time: z.number(),
  completed: z.number(),
  folder: z.string(),
});
const { urls, hostRules, workers, delay, time, completed, folder } = childArguments(input);

let looks = 0;
let visits = { count: 0, milliseconds: 0 };
let from = { at: performance.now(), cpu: process.cpuUsage(), looks };
setTimeout(() => {
  visits = { count: 0, milliseconds: 0 };
  from = { at: performance.now(), cpu: process.cpuUsage(), looks };
}, completed).unref();

/** The HTTP client reports each request as it writes it. */
const sent = new Map<string, number>();
let shortestGap = Number.POSITIVE_INFINITY;
const sending = z.object({ request: z.object({ origin: z.coerce.string() }) });
subscribe('undici:client:sendHeaders', (message) => {
  const { origin } = sending.parse(message).request;
  const at = performance.now();
  shortestGap = Math.min(shortestGap, at - (sent.get(origin) ?? Number.NEGATIVE_INFINITY));
  sent.set(origin, at);
});

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
  {
    completed({ claimedAt }) {
      visits.count++;
      visits.milliseconds += Date.now() - claimedAt;
    },
  },
  () => {
    looks++;
    return Date.now();
  },
);
const milliseconds = performance.now() - from.at;
const result: z.infer<typeof politeCrawlResult> = {
  visit: visits.milliseconds / visits.count,
  shortestGap,
  cpuShare: cpuSince(from.cpu) / milliseconds,
  looks: (1000 * (looks - from.looks)) / milliseconds,
};
printLine(result);
