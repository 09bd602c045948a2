import type { Page, Request } from 'playwright';
import { launchChromium } from '../src/capture/browser/chromium.ts';
import { becomesQuiet, readAddresses } from './bare-page.ts';
import { type ContenderResult, contenderInput, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/**
 * The floor: a bare Playwright loop over given pages in a few reused tabs. It waits as Forager does (documents complete
 * and quiet, no script, data or frame pending) and reads every href and src of every frame, by Playwright's own means;
 * it stores nothing but the addresses. The browser is launched as Forager's is.
 */
const { hostRules, proxyPort, urls, workers } = await readInput(contenderInput);
const found: ContenderResult['found'] = [];
const { value: _, ...used } = await measured(async () => {
  const reach = proxyPort === undefined ? { hostRules } : { hostRules, proxyPort };
  const browser = await launchChromium({ headed: false, ...reach, say: () => undefined });
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const waiting = [...urls];
  const read = async () => {
    const page = await context.newPage();
    const pending = followRequests(page);
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      // A page that cannot be loaded counts with its cost.
      await visit(page, pending, url).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: workers }, read));
  await browser.close();
});
printLine({ ...used, pages: urls.length, visited: urls, found });

async function visit(page: Page, pending: Set<Request>, url: string): Promise<void> {
  // Between routes of one application there is no load: restart from blank.
  if (url.includes('#') && page.url().split('#')[0] === url.split('#')[0]) await page.goto('about:blank');
  pending.clear();
  await page.goto(url, { waitUntil: 'commit' });
  do {
    while (pending.size > 0) await new Promise((done) => setTimeout(done, 5));
    // A frame that navigates meanwhile has a pending request: it is read again.
    await Promise.all(page.frames().map((frame) => frame.evaluate(becomesQuiet, 30).catch(() => undefined)));
  } while (pending.size > 0);
  const links = await Promise.all(page.frames().map((frame) => frame.evaluate(readAddresses)));
  found.push({ page: page.url(), links: links.flat() });
}

/** Requests in flight that may bring links. */
function followRequests(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (['document', 'script', 'xhr', 'fetch'].includes(request.resourceType())) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}
