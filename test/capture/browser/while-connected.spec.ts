import { expect } from '@playwright/test';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { whileConnected } from '../../../src/capture/browser/while-connected.ts';
import { RetryVisit } from '../../../src/domain/errors.ts';
import { test } from '../../plain-test.ts';

test('what never ends is not waited for once the browser is gone', async () => {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const never = new Promise<never>(() => undefined);
  const begun = whileConnected(browser, never).catch((error: unknown) => error);
  expect(await whileConnected(browser, Promise.resolve(1))).toBe(1);
  await expect(whileConnected(browser, Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  await browser.close();
  expect(await begun).toBeInstanceOf(RetryVisit);
  await expect(whileConnected(browser, never)).rejects.toThrow('the browser has been closed');
});
