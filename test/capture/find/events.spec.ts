import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../../src/capture/find/registry.ts';
import type { CaptureLevel } from '../../../src/capture/find/technique.ts';
import { type DemoServer, serveDemo } from '../../../src/demo/server.ts';
import type { CapturedPage } from '../../../src/domain/page.ts';
import { test } from '../../plain-test.ts';
import { oddSites } from '../../site/sites.ts';

let server: DemoServer;
test.beforeAll(async () => {
  server = await serveDemo({ portals: oddSites });
});
test.afterAll(() => server.close());

/** Reads a page of the hostile portal. */
async function read(path: string, level: CaptureLevel): Promise<CapturedPage> {
  const { hostRules } = server;
  const techniques = techniqueNames(level);
  const how = { techniques, headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined };
  const capture = new BrowserCapture(how);
  const captured = await capture.read({ url: `http://hostile.test/${path}`, site: 1 });
  await capture.close();
  if (captured.kind !== 'page') throw new Error(`${path} is a file`);
  return captured;
}

const brings = ({ links }: CapturedPage): boolean => links.some(({ url }) => url?.endsWith('/added'));

for (const [path, what] of Object.entries({
  'many-buttons': 'much that changes the page and brings nothing, before what brings a link',
  'many-items': 'many elements in one that listens for them',
})) {
  test(`a small budget reports untried candidates, a large one tries them: ${what}`, async () => {
    const small = await read(path, 'active');
    expect([small.limits, brings(small)]).toEqual([['actions'], false]);
    const large = await read(path, 'thorough');
    expect([large.limits, brings(large)]).toEqual([[], true]);
  });
}
