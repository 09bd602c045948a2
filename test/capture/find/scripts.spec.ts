import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { chosenTechniques } from '../../../src/capture/find/registry.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test } from '../../plain-test.ts';
import { oddSites } from '../../site/sites.ts';

test('addresses are found in scripts imported by workers, too', async () => {
  const server = await serveDemo({ portals: oddSites });
  const techniques = chosenTechniques('passive,+script-text');
  const { hostRules } = server;
  const capture = new BrowserCapture({
    techniques,
    headed: false,
    hostRules,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
  const page = await capture.read({ url: 'http://applications.test/workers', site: 1 });
  await capture.close();
  await server.close();
  const found = page.kind === 'page' ? page.links.map(({ url }) => url) : [];
  const expected = ['/worker.js', '/classic.js', '/module.js', '/in-worker', '/in-classic', '/in-module'];
  expect(found).toEqual(expect.arrayContaining(expected.map((path) => `http://applications.test${path}`)));
});
