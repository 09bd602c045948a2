import { expect } from '@playwright/test';
import type { Browser, CDPSession } from 'playwright';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { sendDirectly } from '../../../src/capture/browser/direct-session.ts';
import { test } from '../../plain-test.ts';

let browser: Browser;
let cdp: CDPSession;
test.beforeAll(async () => {
  browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  cdp = sendDirectly(await page.context().newCDPSession(page));
});
test.afterAll(async () => {
  await browser.close();
});

test('this version of Playwright allows commands outside its channel', () => {
  expect(Object.hasOwn(cdp, 'send')).toBe(true);
});

test('events before an answer are handled before it', async () => {
  const heard: string[] = [];
  cdp.on('Runtime.consoleAPICalled', ({ args }) => heard.push(String(args[0]?.value)));
  await cdp.send('Runtime.enable');
  for (let n = 0; n < 50; n++) {
    const { result } = await cdp.send('Runtime.evaluate', { expression: `console.log('event ${n}'); ${n}` });
    expect([result.value, heard.at(-1)]).toEqual([n, `event ${n}`]);
  }
});

test('a failing command reports why, and a command to a closed page fails', async () => {
  const wrong = cdp.send('Runtime.evaluate', { expression: '1', contextId: 12_345 });
  await expect(wrong).rejects.toThrow('Cannot find context with specified id');
  const page = await browser.newPage();
  const session = sendDirectly(await page.context().newCDPSession(page));
  const never = session.send('Runtime.evaluate', { expression: 'new Promise(() => 0)', awaitPromise: true });
  never.catch(() => undefined);
  await page.close();
  await expect(never).rejects.toThrow(/closed/);
  await expect(session.send('Page.enable')).rejects.toThrow(/closed/);
});

test('an unknown kind of session sends as before', async () => {
  const other = { send: async () => 'sent' };
  Reflect.apply(sendDirectly, undefined, [other]);
  expect(await other.send()).toBe('sent');
});
