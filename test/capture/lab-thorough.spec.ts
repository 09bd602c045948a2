import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../src/capture/find/registry.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { test } from '../plain-test.ts';
import { labPortals, labs } from '../site/capture-lab/labs.ts';
import { faultsOf, noiseOf } from './lab-report.ts';

/** Share of `thorough`'s links that `active` finds as well: everything expected, see lab.spec.ts. */
const LEAST_SHARED = 0.95;

/** One in this many of the lab's pages is read: all of them take four minutes on a busy machine. */
const STEP = 7;
/** Pages read concurrently: they mostly wait. */
const AT_ONCE = 3;

test("thorough finds everything on one in seven of the lab's pages, and little that active misses", async () => {
  test.setTimeout(240_000);
  const server = await serveDemo({ portals: labPortals });
  const capture = new BrowserCapture({
    techniques: techniqueNames('thorough'),
    headed: false,
    hostRules: server.hostRules,
    workers: AT_ONCE,
    now: Date.now,
    say: () => undefined,
  });
  const faults: string[] = [];
  const beyond: string[] = [];
  let found = 0;
  const waiting = Object.values(labs)
    .flatMap(({ pages }, index) => pages.map((page) => ({ page, site: index + 1 })))
    .filter((_, index) => index % STEP === 0)
    .values();
  const reader = async () => {
    for (const { page, site } of waiting) {
      const captured = await capture.read({ url: page.url, site });
      faults.push(...faultsOf(page, captured).map((fault) => `${page.url} ${fault}`));
      const others = noiseOf(page, captured);
      beyond.push(...others.map((url) => `${page.url} has beyond what is expected: ${url}`));
      found += page.links.length + others.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  await capture.close();
  await server.close();
  expect(faults).toEqual([]);
  expect(beyond.length, beyond.join('\n')).toBeLessThanOrEqual((1 - LEAST_SHARED) * found);
});
