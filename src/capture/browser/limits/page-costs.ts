import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { within } from '../../../domain/bounded.ts';
import { MEMORY, type Weighed } from './memory-watch.ts';

/** A page that has had so many milliseconds of CPU time for what it does by itself takes the machine from others. */
const RESTLESS = 1500;

/** The limit of a page whose scripts were ended for the CPU time that they took. */
const CPU_TIME = 'CPU time';

interface Listeners {
  /** Ends the page's scripts for a limit. */
  readonly onExcess: (limit: string) => void;
  /** Hears of a page that takes much CPU time by itself; its scripts go on. */
  readonly onRestless: () => void;
}

/** CPU time and memory of a tab's page, by its own account; asked from time to time, and only where a renderer takes much. */
export class PageCosts implements Weighed {
  readonly #cdp: CDPSession;
  readonly #mostTime: number;
  readonly #listeners: Listeners;
  /** By itself: it loads, or its time passes before anything is done to it. */
  #state: 'by itself' | 'attended' | 'over' = 'over';
  /** A busy page answers late: it is not asked twice at a time. */
  #isAsked = false;
  /** CPU time of its process when it was last asked, and the state then: pages of a tab share it, one after the other. */
  #last: { readonly time: number; readonly state: string } | undefined;
  #spent = 0;
  #spentByItself = 0;

  /** @param mostTime milliseconds of CPU time */
  constructor(cdp: CDPSession, mostTime: number, listeners: Listeners) {
    this.#cdp = cdp;
    this.#mostTime = mostTime;
    this.#listeners = listeners;
  }

  /** Another page is to be loaded. */
  begin(): void {
    this.#state = 'by itself';
    this.#last = undefined;
    this.#spent = 0;
    this.#spentByItself = 0;
  }

  /** Whether what it takes from now on is for what it does by itself. */
  attend(isByItself: boolean): void {
    if (this.#state !== 'over') this.#state = isByItself ? 'by itself' : 'attended';
  }

  /** It was read, or its scripts were ended. */
  end(): void {
    this.#state = 'over';
  }

  async relieve(most: number): Promise<void> {
    if (this.#state === 'over') return;
    const usage = await this.#once(() => this.#cdp.send('Runtime.getHeapUsage'));
    if (usage && usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize > most)
      this.#listeners.onExcess(MEMORY);
  }

  async spend(): Promise<number | undefined> {
    if (this.#state === 'over') return undefined;
    const time = await this.#once(() => processTime(this.#cdp));
    if (time === undefined) return undefined;
    const { time: before, state } = this.#last ?? { time, state: this.#state };
    this.#last = { time, state: this.#state };
    // Another process that has had less may have taken over.
    const spent = Math.max(0, time - before);
    this.#spent += spent;
    if (state === 'by itself' && this.#state === state) this.#spentByItself += spent;
    if (this.#spent > this.#mostTime) this.#listeners.onExcess(CPU_TIME);
    else if (this.#spentByItself > RESTLESS) this.#listeners.onRestless();
    else return undefined;
    return time;
  }

  async #once<T>(ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#isAsked) return undefined;
    this.#isAsked = true;
    const answer = await ask().catch(() => undefined);
    this.#isAsked = false;
    return answer;
  }
}

/** CPU time that a page's process has had, in milliseconds; undefined where the browser does not answer. */
async function processTime(cdp: CDPSession): Promise<number | undefined> {
  const enabled = cdp.send('Performance.enable');
  const answer = await enabled.then(() => cdp.send('Performance.getMetrics')).catch(() => undefined);
  const time = answer?.metrics.find(({ name }) => name === 'ProcessTime');
  return time && 1000 * time.value;
}

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
export async function untilWorthLeaving(cdp: CDPSession, most: number, signal: AbortSignal): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let time = FIRST; time < most && !signal.aborted; time *= 2) {
    await sleep(time, undefined, { signal, ref: false }).catch(() => undefined);
    const used = signal.aborted ? undefined : await within(TELLS, processTime(cdp), () => undefined);
    if (used === undefined || used - before > LEAVING) return;
    before = used;
  }
}
