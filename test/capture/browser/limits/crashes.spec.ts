import { execFileSync } from 'node:child_process';
import type { Browser } from '@playwright/test';
import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { launchChromium } from '../../../../src/capture/browser/chromium.ts';
import { Tab } from '../../../../src/capture/browser/tab.ts';
import { RetryVisit } from '../../../../src/domain/errors.ts';
import { addresses, expect, test } from '../../fixtures.ts';
import { times } from '../open-tab.ts';

/** Chromium's main processes, or the scripts that started them, that are children of this process. */
function browsers(): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match?.[2] === String(process.pid) && /--remote-debugging-pipe/.test(match[3] ?? ''))
    .map((match) => Number(match?.[1]));
}

test('a page that crashes its renderer is retried later, and the next page is read', async ({ odd }) => {
  const thrown: unknown = await odd.read('links.test/too-deep').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(RetryVisit);
  expect(String(thrown)).toContain('crashed');
  expect((await odd.page('links.test/base/target-only')).links).toHaveLength(1);
});

test('a tab that crashes while unused is not used again', async () => {
  const browser: Browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const tab = await Tab.open(browser, 1, {
    userAgent: 'agent',
    failureOf: () => undefined,
    certificates: undefined,
    storageState: undefined,
    patience: times,
    isSeen: false,
  });
  const crashed = tab.page.waitForEvent('crash');
  void tab.cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  expect(tab.isUsable).toBe(false);
  await expect(tab.ask(tab.cdp.send('Page.getFrameTree'))).rejects.toThrow('the tab crashed');
  await tab.close();
  await browser.close();
});

test('a browser that is killed is replaced', async ({ odd }) => {
  const before = browsers();
  const { hostRules } = odd.server;
  const capture = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined });
  const read = () => capture.read({ url: 'http://endless.test/plain', site: 1 });
  await read();
  const [mine] = browsers().filter((pid) => !before.includes(pid));
  const reading = capture.read({ url: 'http://scripted.test/chain', site: 2 }).catch((error: unknown) => error);
  // The whole group: Debian starts the headless shell from a script.
  process.kill(-(mine ?? Number.NaN), 'SIGKILL');
  expect(await reading).toBeInstanceOf(RetryVisit);
  expect(await read()).toMatchObject({ kind: 'page', links: [{ raw: '/first' }] });
  await capture.close();
  expect(browsers().filter((pid) => !before.includes(pid))).toEqual([]);
});

test('closing ends reads in flight, and can be repeated', async ({ odd }) => {
  const { hostRules } = odd.server;
  const capture = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined });
  await capture.start();
  const reading = capture.read({ url: 'http://scripted.test/long-poll', site: 2 }).catch((error: unknown) => error);
  await new Promise((done) => setTimeout(done, 300));
  await capture.close();
  await capture.close();
  expect(await reading).toBeInstanceOf(RetryVisit);
});

test('a load interrupted by closing may be retried at any time', async ({ odd }) => {
  const { hostRules } = odd.server;
  for (const pause of [0, 60, 150, 250, 350]) {
    const capture = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined });
    await capture.start();
    const reading = capture.read({ url: 'http://failures.test/silence', site: 2 }).catch((error: unknown) => error);
    await new Promise((done) => setTimeout(done, pause));
    await capture.close();
    expect(await reading, `closed after ${pause} ms`).toBeInstanceOf(RetryVisit);
  }
});

test('the browser still works after all of this', async ({ odd }) => {
  expect(addresses(await odd.page('endless.test/plain'))).toEqual(['/first']);
});
