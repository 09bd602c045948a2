import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { lookAtStreams } from '../page-world.ts';
import { type CpuPressure, FairTime } from './cpu-pressure.ts';

/** Milliseconds between two looks at a slow page. */
const LOOK = 50;
/**
 * Milliseconds without a relevant request, after which other requests (images, streams) no longer hold up the clock.
 */
const IDLE = 100;
/** Number of script turns needed after `IDLE`, as scripts on a busy machine may still be about to request something. */
const IDLE_TURNS = 2;
/** Limit of tasks in a row before the page's time passes anyway. */
const MOST_TASKS = 1000;

/** Requests that keep a page's time from passing. */
export interface RequestActivity {
  /** Milliseconds since the last pending request that may yield links; 0 while one is pending. */
  readonly idle: number;
  /** Milliseconds that such a request has been pending and none has ended; 0 if none is. */
  readonly waiting: number;
  /** True if a request of any kind is pending. */
  readonly isPending: boolean;
}

type Running = 'advance' | 'pauseIfNetworkFetchesPending';

export type Passing = 'passed' | 'requests-pending' | 'held up';

/**
 * Clock of a tab's pages, stopped except in `pass`, where the clock jumps to the next timer once all work and requests
 * are done. Distant timers thus cost little, and a page whose time has passed is idle.
 */
export class VirtualTime {
  readonly #cdp: CDPSession;
  /** Waits for an answer of the page, and ends blocking scripts. */
  readonly #ask: <T>(answer: Promise<T>) => Promise<T>;
  readonly #starved: CpuPressure | undefined;
  #expired: () => void = () => undefined;
  /** Number of budgets that have not expired; each expires at its own time, independent of later ones. */
  #given = 0;
  /** True if the page has endless requests: while any is pending, the clock waits for none. */
  #isForced = false;

  /** @param starved CPU pressure; without it, real time counts */
  constructor(cdp: CDPSession, ask: <T>(answer: Promise<T>) => Promise<T>, starved: CpuPressure | undefined) {
    this.#cdp = cdp;
    this.#starved = starved;
    this.#ask = ask;
    cdp.on('Emulation.virtualTimeBudgetExpired', () => {
      this.#given = Math.max(0, this.#given - 1);
      this.#expired();
    });
  }

  /** Prepares for another page. */
  begin(): void {
    this.#isForced = false;
    // Another process may load the page, and budgets of the old process never expire.
    this.#given = 0;
  }

  /**
   * Lets time pass in the page.
   *
   * @param budget milliseconds by the page's clock
   * @param atMost milliseconds by the machine's clock, scaled to an idle machine: see FairTime
   * @param patience milliseconds to wait for an unanswered request
   * @returns `passed`; `requests-pending` if a request was still unanswered; `held up` if only part of the time passed:
   * the page's clock is then stopped
   */
  async pass(budget: number, atMost: number, patience: number, activity: () => RequestActivity): Promise<Passing> {
    const waitedForNone = this.#isForced;
    const passing = await this.#pass(budget, atMost, patience, activity);
    if (!waitedForNone || passing !== 'passed') return passing;
    // Requests made by timers are answered by now, or are waited for.
    await this.#turn();
    return activity().idle > 0 ? passing : await this.#pass(budget, atMost, patience, activity);
  }

  async #pass(budget: number, atMost: number, patience: number, activity: () => RequestActivity): Promise<Passing> {
    let isOver = false;
    let isResumed = false;
    let wake: () => void = () => undefined;
    // Recent requests are reported after a turn.
    if (this.#isForced) await this.#turn();
    const begin = activity();
    this.#isForced &&= begin.isPending;
    let policy: Running = this.#isForced && begin.idle >= IDLE ? 'advance' : 'pauseIfNetworkFetchesPending';
    // Time may have expired before Chromium received the policy, which then starts the clock without an end.
    const resume = async () => {
      await this.#set(policy);
      if (isOver) await this.#set('pause');
    };
    let resumed = Promise.resolve();
    this.#expired = () => {
      isOver = this.#given === 0;
      if (isOver) return wake();
      // An older budget has stopped the clock; the current one has not expired yet.
      isResumed = true;
      resumed = resume().catch(() => undefined);
    };
    const isExpired = new Promise<void>((done) => {
      wake = done;
    });
    await this.#set(policy, budget);
    // Not started before `#set`, as `ask` already limits scripts that block the call.
    const enough = new FairTime(atMost, this.#starved);
    let passing: Passing = 'passed';
    let turns = 0;
    let isInTurn = false;
    const countTurn = async () => {
      isInTurn = true;
      const isStreaming = await this.#turn();
      isInTurn = false;
      turns = isStreaming || activity().idle < IDLE ? 0 : turns + 1;
    };
    while (!isOver) {
      await Promise.race([isExpired, sleep(LOOK)]);
      if (isOver) break;
      if (await enough.isOver()) {
        if (isOver) break;
        this.#expired = () => undefined;
        await this.#set('pause');
        // Budgets that never expired are gone with their process.
        if (isResumed) this.#given = 0;
        return 'held up';
      }
      const { idle, waiting } = activity();
      if (!isInTurn) void countTurn();
      if (policy === 'advance' || (idle < IDLE && waiting < patience)) continue;
      if (waiting < patience && turns < IDLE_TURNS) continue;
      policy = 'advance';
      this.#isForced = true;
      if (waiting >= patience) passing = 'requests-pending';
      await resume();
    }
    await resumed;
    return passing;
  }

  /**
   * Waits until running scripts are done, so that their requests are known. Returns true if scripts wait for a streamed
   * body.
   */
  async #turn(): Promise<boolean> {
    return (await lookAtStreams(this.#cdp).catch(() => 0)) > 0;
  }

  async #set(policy: Running | 'pause', budget?: number): Promise<void> {
    if (budget !== undefined) this.#given++;
    const limits = budget === undefined ? {} : { budget, maxVirtualTimeTaskStarvationCount: MOST_TASKS };
    await this.#ask(this.#cdp.send('Emulation.setVirtualTimePolicy', { policy, ...limits }));
  }
}
