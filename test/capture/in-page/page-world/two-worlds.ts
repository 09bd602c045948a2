import { launchChromium } from '../../../../src/capture/browser/chromium.ts';
import { moduleOf } from '../in-page.ts';

const SHARED = moduleOf('shared-element.ts');

/** Runs code of the page's world before its scripts, with the element that the worlds share. */
export const withSharedElement = (...functions: readonly string[]): string =>
  `((shared) => { for (const use of [${functions.join()}]) use(shared) })(${SHARED}.shareElement())`;

/**
 * Opens a page whose own world shares an element with ours, and runs a function with it there.
 *
 * @param ours value stored as `ours` in our world: an expression that has `listenForSharedElement`
 */
export async function openTwoWorlds(own: string, body: string, ours = SHARED) {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  const cdp = await page.context().newCDPSession(page);
  const worldName = 'ours';
  await cdp.send('Page.enable');
  const source = `globalThis.ours = ${ours}; ours.listenForSharedElement()`;
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: withSharedElement(own) });
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
