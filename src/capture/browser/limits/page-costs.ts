import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { withTimeout } from '../../../domain/timeout.ts';
import { MEMORY, type Weighed } from './memory-watch.ts';

/** Milliseconds of CPU time without an action above which a page slows down others. */
const RESTLESS = 1500;

/** Name of the limit for pages whose scripts were ended for their CPU time. */
const CPU_TIME = 'CPU time';

interface Listeners {
  /** Ends the page's scripts because of a limit. */
  readonly onExcess: (limit: string) => void;
  /** Callback for a page that uses much CPU time without an action; its scripts continue. */
  readonly onRestless: () => void;
}

/** CPU time and memory that a tab's page reports. Requested only now and then, and if a renderer uses much. */
export class PageCosts implements Weighed {
  readonly #cdp: CDPSession;
  readonly #mostTime: number;
  readonly #listeners: Listeners;
  /** State of the page; 'by itself' while loading or passing time before any action. */
  #state: 'by itself' | 'attended' | 'over' = 'over';
  /** True while a request is pending, as a busy page answers late. */
  #isAsked = false;
  /** CPU time (ms) of the process and the state at the last request; successive pages share a process. */
  #last: { readonly time: number; readonly state: string } | undefined;
  #spent = 0;
  #spentByItself = 0;

  /** @param mostTime milliseconds of CPU time */
  constructor(cdp: CDPSession, mostTime: number, listeners: Listeners) {
    this.#cdp = cdp;
    this.#mostTime = mostTime;
    this.#listeners = listeners;
  }

  /** Prepares for another page. */
  begin(): void {
    this.#state = 'by itself';
    this.#last = undefined;
    this.#spent = 0;
    this.#spentByItself = 0;
  }

  /** Sets whether further CPU time is for the page's own activity. */
  attend(isByItself: boolean): void {
    if (this.#state !== 'over') this.#state = isByItself ? 'by itself' : 'attended';
  }

  /** Stops counting, after the capture or the end of scripts. */
  end(): void {
    this.#state = 'over';
  }

  async stopIfTooLarge(most: number): Promise<void> {
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
    // Another process with less CPU time may have taken over.
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

/** Returns the CPU time of a page's process in milliseconds; undefined without an answer. */
async function processTime(cdp: CDPSession): Promise<number | undefined> {
  const enabled = cdp.send('Performance.enable');
  const answer = await enabled.then(() => cdp.send('Performance.getMetrics')).catch(() => undefined);
  const time = answer?.metrics.find(({ name }) => name === 'ProcessTime');
  return time && 1000 * time.value;
}

/**
 * CPU milliseconds between two looks above which staying costs more than leaving. Leaving costs about 15; the rest is
 * for systems that count in steps of 10, and for the looks themselves.
 */
const LEAVING = 40;
/** Milliseconds before the first look at a captured page; the pause doubles each time. */
const FIRST = 250;
/** Milliseconds within which a page must report its usage; later it counts as busy. */
const USAGE_TIMEOUT = 2000;

/**
 * Watches a captured page, whose animations and workers use CPU time, while its tab waits for the next. Resolves when
 * staying costs more than leaving, or on `signal`.
 *
 * @param most milliseconds after which a look is the last, whatever the cost
 */
export async function untilTooCostly(cdp: CDPSession, most: number, signal: AbortSignal): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let time = FIRST; time < most && !signal.aborted; time *= 2) {
    await sleep(time, undefined, { signal, ref: false }).catch(() => undefined);
    const used = signal.aborted ? undefined : await withTimeout(USAGE_TIMEOUT, processTime(cdp), () => undefined);
    if (used === undefined || used - before > LEAVING) return;
    before = used;
  }
}
