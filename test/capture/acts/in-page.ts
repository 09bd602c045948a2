import { launchChromium } from '../../../src/capture/browser/chromium.ts';

/** What a function of ours answers for the element `it` of a page. */
export async function asked(of: { toString(): string }, markup: string, script = ''): Promise<unknown> {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  try {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><body style="margin: 0">${markup}`);
    return await page.evaluate(
      `(() => { const it = document.getElementById('it'); ${script}; return (${of.toString()})(it) })()`,
    );
  } finally {
    await browser.close();
  }
}
