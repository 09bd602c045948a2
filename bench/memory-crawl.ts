import { join } from 'node:path';
import { z } from 'zod';
import { crawl } from '../src/crawl/crawl.ts';
import { plainCrawl } from '../src/crawl/crawl-options.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { MemorySample } from './memory-sample.ts';
import { ProcessTree } from './process-tree.ts';
import { childArguments, printLine } from './run-child.ts';
import { demoWeb } from './start-demo-web.ts';

/** Crawls the demo web and prints a line about this process's memory and the browser's at intervals of pages. */
const input = z.object({
  web: demoWeb,
  pages: z.number(),
  every: z.number(),
  workers: z.number(),
  folder: z.string(),
});
const { web, pages, every, workers, folder } = childArguments(input);
const tree = new ProcessTree(process.pid);
const megabytes = (bytes: number): number => bytes / 2 ** 20;

let over = 0;
function pageIsOver(): void {
  over++;
  if (over % every !== 0) return;
  collectGarbage();
  tree.look();
  const { heapUsed, rss } = process.memoryUsage();
  const sample: MemorySample = {
    pages: over,
    heap: megabytes(heapUsed),
    node: megabytes(rss),
    chromium: megabytes(tree.childrenMemory()),
  };
  printLine(sample);
}

await crawl(
  {
    ...plainCrawl,
    db: join(folder, 'crawl.sqlite'),
    sites: web.sites.map((site) => ({ ...site, scope: 'host' })),
    choice: { strategy: 'beebot', params: {} },
    pageLimit: pages,
    workers,
    delay: 0,
    hostRules: web.hostRules,
  },
  {
    completed: pageIsOver,
    failed: (_claim, _reason, willRetry) => {
      if (!willRetry) pageIsOver();
    },
  },
  Date.now,
);
