import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { expect, test } from '../fixtures.ts';

test('slow motion: a pause before each request, and one before leaving the page', async ({ odd }) => {
  const slowMo = 200;
  const { hostRules } = odd.server;
  const choice = { headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined };
  const capture = new BrowserCapture({ ...choice, slowMo });
  await capture.start();
  const begin = Date.now();
  const { askedAt } = await capture.read({ url: 'http://endless.test/plain', site: 1 });
  // A timer may fire a millisecond early.
  expect(askedAt - begin).toBeGreaterThanOrEqual(slowMo - 1);
  expect(Date.now() - askedAt).toBeGreaterThanOrEqual(slowMo - 1);
  await capture.close();
});
