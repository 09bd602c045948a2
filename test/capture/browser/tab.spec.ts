import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { Tab } from '../../../src/capture/browser/tab.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ input: [], output: z.unknown() }).parse(runInNewContext('gc'));

test('a tab keeps nothing of what it was asked', async () => {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const tab = await Tab.open(browser, 1, {
    userAgent: 'agent',
    failureOf: () => undefined,
    certificates: undefined,
    storageState: undefined,
    patience: { answer: 5000, page: 2000, requests: 1000, script: 2000 },
    isSeen: false,
  });
  const ask = async () => {
    const answer = await tab.ask(tab.cdp.send('Page.getFrameTree'));
    await tab.turn();
    return new WeakRef(answer);
  };
  const answer = await ask();
  await new Promise((done) => setTimeout(done, 50));
  collectGarbage();
  expect(answer.deref()).toBeUndefined();
  await tab.close();
  await browser.close();
});
