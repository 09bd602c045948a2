import { expect, test } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../../src/capture/techniques/choice.ts';
import type { CaptureLevel } from '../../../src/capture/techniques/technique.ts';
import { type DemoServer, serveDemo } from '../../../src/demo/server.ts';
import type { CapturedPage } from '../../../src/domain/page.ts';
import { BUTTONS, ITEMS } from '../../site/hostile.ts';
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

const added = ({ links }: CapturedPage): number =>
  new Set(links.flatMap(({ url = '' }) => (/\/added\/\d+$/.test(url) ? url : []))).size;

test('a small budget says that there was more to try, a large one goes on with it', async () => {
  test.setTimeout(180_000);
  expect((await read('many-buttons', 'active')).limits).toEqual(['actions']);
  expect(added(await read('many-buttons', 'thorough'))).toBe(BUTTONS);
});

test('a large budget is enough for many elements in one that listens for them', async () => {
  test.setTimeout(180_000);
  expect(added(await read('many-items', 'thorough'))).toBe(ITEMS);
});
