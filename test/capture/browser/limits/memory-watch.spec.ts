import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { OutOfMemory } from '../../../../src/capture/browser/limits/memory-watch.ts';
import { FallbackCapture } from '../../../../src/capture/fallback-capture.ts';
import { HttpCapture } from '../../../../src/capture/http/http.ts';
import { parseHostRules } from '../../../../src/capture/network/host-rules.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import type { Captured } from '../../../../src/domain/page.ts';
import { test as base } from '../../../plain-test.ts';
import { greedy } from '../../../site/greedy.ts';

interface Greedy {
  readonly browser: BrowserCapture;
  readonly http: HttpCapture;
}

/** A dedicated browser, and a capture without one. */
const test = base.extend<Record<never, never>, { greed: Greedy }>({
  greed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: [greedy] });
      const { hostRules } = server;
      const say = () => undefined;
      // Long enough to fill the memory even on a slow machine.
      const patience = { script: 120_000 };
      const browser = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say, patience });
      const http = new HttpCapture({ hostRules: parseHostRules(hostRules), userAgent: 'Forager', now: Date.now });
      await use({ browser, http });
      await browser.close();
      await http.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

const page = (path: string) => ({ url: `http://greedy.test/${path}`, site: 1 });
const links = ({ links }: Captured): readonly string[] => links.map(({ raw }) => raw);

test.skip(process.platform !== 'linux', 'only Linux tells what processes take');

for (const path of ['buffers', 'strings']) {
  test(`a page whose scripts use more and more memory is read at the limit: ${path}`, async ({ greed }) => {
    const read = await greed.browser.read(page(path));
    expect(links(read)).toContain('/first');
    expect(read.limits).toContain('memory');
    expect(links(await greed.browser.read(page('plain')))).toEqual(['/first']);
  });
}

test('a page that uses too much memory is given up with its reason, and the next is read', async ({ greed }) => {
  const thrown: unknown = await greed.browser.read(page('at-once')).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(OutOfMemory);
  expect(String(thrown)).toContain('the page took more than 1500 MB of memory');
  expect(links(await greed.browser.read(page('plain')))).toEqual(['/first']);
});

test('a page that uses too much memory is read without a browser, and that is recorded', async ({ greed }) => {
  const read = await new FallbackCapture(greed.browser, greed.http).read(page('at-once'));
  expect(read).toMatchObject({ kind: 'page', rendering: 'http', limits: ['second way', 'memory'] });
  expect(links(read)).toEqual(['/first']);
});
