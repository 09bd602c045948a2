import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { within } from '../../domain/bounded.ts';
import { processTime } from './page-costs.ts';

/** To leave a page, and to go to the next one from a blank one, takes about so much CPU time, in milliseconds. */
const LEAVING = 15;
/** When a page that was read is first looked at, in milliseconds; then after twice the time, and so on. */
const FIRST = 250;
/** One that does not tell within so many milliseconds what it has used is busy. */
const TELLS = 2000;

/**
 * Looks after a page that was read while its tab waits for the next one. Its clock stands still, yet what moves by itself is
 * drawn and its workers go on. Ends when it costs more to stay than to leave; and once `signal` tells that the tab is used
 * again.
 *
 * @param most milliseconds after which a look is the last, whatever it costs
 */
export async function untilToBeLeft(cdp: CDPSession, most: number, signal: AbortSignal): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let time = FIRST; time < most && !signal.aborted; time *= 2) {
    await sleep(time, undefined, { signal, ref: false }).catch(() => undefined);
    const used = signal.aborted ? undefined : await within(TELLS, processTime(cdp), () => undefined);
    if (used === undefined || used - before > LEAVING) return;
    before = used;
  }
}
