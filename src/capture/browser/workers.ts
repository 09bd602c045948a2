import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'playwright';
import type { LivePage } from './live-page.ts';

/** How long workers are waited for, in milliseconds of the page's time, which is theirs … */
const FOR_WORKERS = 400;
/** … and how much of it passes between two of their turns: their threads do not hold it up. */
const BETWEEN_TURNS = 50;
/** How long their turn is waited for, in real milliseconds: one that is busy for longer is left. */
const BUSY = 3000;

/** Lets workers do what is due within their time. Answers whether that may have brought a link. */
export async function settleWorkers(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let passed = 0; passed < FOR_WORKERS && (await haveTurn(page.tab.page.workers())); passed += BETWEEN_TURNS)
    hasChanged = (await page.settle(BETWEEN_TURNS)) || hasChanged;
  return hasChanged;
}

/** Whether each of some workers had its turn: what was due before is done then. */
async function haveTurn(workers: readonly Worker[]): Promise<boolean> {
  const turns = workers.map((worker) => worker.evaluate('true').catch(() => undefined));
  const had = Promise.all(turns).then(() => true);
  return workers.length > 0 && (await Promise.race([had, sleep(BUSY, false, { ref: false })]));
}
