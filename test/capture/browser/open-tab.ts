import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { Tab } from '../../../src/capture/browser/tab.ts';
import type { TabOptions } from '../../../src/capture/browser/tab-options.ts';

/** Time limit for each step. */
export const times = { answer: 5000, page: 2000, requests: 1000, script: 2000, processor: 30_000 };

/** A tab of a dedicated browser; `close` ends both. */
export async function openTab(
  options: Partial<TabOptions> = {},
  hostRules = '',
): Promise<{ tab: Tab; close(): Promise<void> }> {
  const browser = await launchChromium({ headed: false, hostRules, say: () => undefined });
  const tab = await Tab.open(browser, 1, {
    ...{ userAgent: 'agent', failureOf: () => undefined, certificates: undefined, storageState: undefined },
    ...{ patience: times, isSeen: false },
    ...options,
  });
  return {
    tab,
    async close() {
      await tab.close();
      await browser.close();
    },
  };
}
