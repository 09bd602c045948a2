import type { z } from 'zod';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../src/capture/find/registry.ts';
import { readInput } from '../contender-input.ts';
import { ProcessTree } from '../process-tree.ts';
import { printLine } from '../run-child.ts';
import { countActs } from './act-counts.ts';
import { type portalReading, portalsInput } from './portal-reading.ts';

/**
 * Reads portals sequentially, page by page, with one browser, as a crawl does; prints the findings and cost of each.
 */
const { hostRules, level, portals } = await readInput(portalsInput);

const counts = countActs();
const tree = new ProcessTree(process.pid);
tree.watch(100);
const techniques = techniqueNames(level);
const capture = new BrowserCapture({
  ...{ now: Date.now, say: () => undefined, headed: false },
  ...{ hostRules, workers: 1, techniques },
});
await capture.start();
const readings: z.infer<typeof portalReading>[] = [];
for (const [index, { name, urls }] of portals.entries()) {
  const found: string[] = [];
  const unread: string[] = [];
  const limits: string[] = [];
  tree.look();
  const [node, all, looked, wall, acts] = [
    process.cpuUsage(),
    tree.cpuSeconds(),
    tree.spent,
    performance.now(),
    counts(),
  ];
  for (const url of urls) {
    const captured = await capture.read({ url, site: index + 1 }).catch(() => undefined);
    if (captured?.kind !== 'page') unread.push(url);
    else {
      limits.push(...captured.limits);
      for (const { url: link = '', role, method } of captured.links)
        if (role === 'link' && method === 'GET' && /^https?:/.test(link)) found.push(link);
    }
  }
  tree.look();
  const { user, system } = process.cpuUsage(node);
  const now = counts();
  readings.push({
    ...{ name, unread, found: [...new Set(found)], limits: [...new Set(limits)] },
    nodeSeconds: (user + system) / 1e6 - (tree.spent - looked),
    chromiumSeconds: tree.cpuSeconds() - all - (user + system) / 1e6,
    wallSeconds: (performance.now() - wall) / 1000,
    acts: now.acts - acts.acts,
    rounds: now.rounds - acts.rounds,
    pages: now.pages - acts.pages,
    elements: now.elements - acts.elements,
  });
}
tree.stop();
await capture.close();
printLine({ readings });
