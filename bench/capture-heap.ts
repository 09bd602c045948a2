import { z } from 'zod';
import { BrowserCapture } from '../src/capture/browser/browser.ts';
import { collectGarbage } from './collect-garbage.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/** Reads pages of one site sequentially, and prints the live heap at intervals; results are dropped. */
const EVERY = 50;

const input = z.object({ hostRules: z.string(), urls: z.array(z.string()), pages: z.number() });
const { hostRules, urls, pages } = await readInput(input);
const capture = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined });
for (let page = 1; page <= pages; page++) {
  await capture.read({ url: urls[page % urls.length] ?? '', site: 1 }).catch(() => undefined);
  if (page % EVERY !== 0) continue;
  collectGarbage();
  printLine({ pages: page, heap: process.memoryUsage().heapUsed / 2 ** 20 });
}
await capture.close();
