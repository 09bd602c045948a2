import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { launchChromium } from '../../../../src/capture/browser/chromium.ts';
import { browserTimes, type RendererTime } from '../../../../src/capture/browser/clock/cpu-pressure.ts';
import { ScriptWatch } from '../../../../src/capture/browser/limits/script-watch.ts';
import { test } from '../../../plain-test.ts';
import { times as usual } from '../open-tab.ts';

/** A renderer that got the given share of CPU time. */
function having(share: number): RendererTime {
  const begin = performance.now();
  return async () => new Map([[1, share * (performance.now() - begin)]]);
}

const times = { ...usual, script: 300 };

test.describe('a page that answers late', () => {
  for (const [what, share, isEnded] of [
    ['on a busy machine is waited for', 0.15, false],
    ['whose scripts have had their time has them ended', 1, true],
    ['and does nothing meanwhile waits for something that does not come', 0, true],
  ] as const) {
    test(what, async () => {
      const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
      const page = await browser.newPage();
      const cdp = await page.context().newCDPSession(page);
      let ended = 0;
      const watch = new ScriptWatch(cdp, times, having(share), () => ended++);
      expect(await watch.ask(sleep(420, 'answer'))).toBe('answer');
      expect(ended > 0).toBe(isEnded);
      await browser.close();
    });
  }
});

test('the time of a renderer grows while a script runs', async () => {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  const { renderers: time } = await browserTimes(browser);
  const most = async () => Math.max(...((await time()) ?? new Map()).values());
  const before = await most();
  await page.evaluate(() => {
    const end = performance.now() + 400;
    while (performance.now() < end);
  });
  expect(await most()).toBeGreaterThan(before + 20);
  await browser.close();
});
