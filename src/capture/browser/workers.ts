import type { LivePage } from './live-page.ts';
import type { Tab } from './tab.ts';

/** How long workers are waited for, in milliseconds of the page's time, which is theirs … */
const FOR_WORKERS = 400;
/** … and how much of it passes between two of their turns: their threads do not hold it up. */
const BETWEEN_TURNS = 50;

/** Lets workers do what is due within their time. Returns whether that may have brought a link. */
export async function settleWorkers(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let passed = 0; passed < FOR_WORKERS && (await haveTurn(page.tab)); passed += BETWEEN_TURNS)
    hasChanged = (await page.settle(BETWEEN_TURNS)) || hasChanged;
  return hasChanged;
}

/**
 * Whether the tab has workers, and each of them had its turn: what was due before is done then. One that is busy for
 * longer than requests are waited for is left.
 */
async function haveTurn(tab: Tab): Promise<boolean> {
  const workers = tab.page.workers();
  if (workers.length === 0) return false;
  const turns = workers.map((worker) => worker.evaluate('true').catch(() => undefined));
  const had = Promise.all(turns).then(() => true);
  return (await tab.within(tab.patience.requests, had)) ?? false;
}
