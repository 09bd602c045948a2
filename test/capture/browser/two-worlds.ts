import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { HEAR_OF_SHARED_ELEMENT, withSharedElement } from '../../../src/capture/browser/shared-element.ts';

/** Opens a page whose own world shares an element with ours, and runs a script with it there. */
export async function openTwoWorlds(source: string, body: string) {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  const worldName = 'ours';
  await cdp.send('Page.enable');
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: HEAR_OF_SHARED_ELEMENT, worldName });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: withSharedElement(source) });
  await page.goto(`data:text/html,<title>worlds</title><body>${encodeURIComponent(body)}`);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName });
  const evaluate = async (expression: string, contextId?: number): Promise<unknown> => {
    const where = contextId === undefined ? {} : { contextId };
    return (await cdp.send('Runtime.evaluate', { expression, returnByValue: true, ...where })).result.value;
  };
  return {
    cdp,
    inPage: (expression: string) => evaluate(expression),
    inOurs: (expression: string) => evaluate(expression, executionContextId),
    close: () => browser.close(),
  };
}
