import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright';
import { lookAtStreams } from '../page-world.ts';
import { type CpuPressure, FairTime } from './cpu-pressure.ts';

/** How often a page that takes long is looked after, in milliseconds. */
const LOOK = 50;
/** After so long without a request that may bring links, others (images, streams) don't hold up its time, in milliseconds, … */
const IDLE = 100;
/** … and so many turns of its scripts: on a busy machine they may not have come to ask for anything yet. */
const IDLE_TURNS = 2;
/** Tasks that a page may run on end before its time goes on nevertheless. */
const MOST_TASKS = 1000;

/** What keeps a page's time from passing. */
export interface RequestActivity {
  /** For how many milliseconds no request has been on its way that may bring links; 0 while one is. */
  readonly idle: number;
  /** For how many milliseconds one of them has been on its way, and none has ended; 0 while none is. */
  readonly waiting: number;
  /** Whether any request is on its way, of whatever kind. */
  readonly isPending: boolean;
}

type Running = 'advance' | 'pauseIfNetworkFetchesPending';

export type Passing = 'passed' | 'requests-pending' | 'held up';

/**
 * The clock of a tab's pages. It stands still but while it is let pass, and then it does not run: it goes on to the next
 * timer as soon as there is nothing else to do, and waits for requests. So timers far ahead cost next to nothing, and a
 * page whose time has passed has come to rest.
 */
export class VirtualTime {
  readonly #cdp: CDPSession;
  /** What a page answers, or its scripts are ended. */
  readonly #ask: <T>(answer: Promise<T>) => Promise<T>;
  readonly #starved: CpuPressure | undefined;
  #expired: () => void = () => undefined;
  /** Budgets that were given and have not expired: each does so at its own time, whatever was set or given since. */
  #given = 0;
  /** The page has requests that do not end: as long as any is on its way, its time waits for none. */
  #isForced = false;

  /** @param starved without it, time is the clock's */
  constructor(cdp: CDPSession, ask: <T>(answer: Promise<T>) => Promise<T>, starved: CpuPressure | undefined) {
    this.#cdp = cdp;
    this.#starved = starved;
    this.#ask = ask;
    cdp.on('Emulation.virtualTimeBudgetExpired', () => {
      this.#given = Math.max(0, this.#given - 1);
      this.#expired();
    });
  }

  /** Another page is to be loaded. */
  begin(): void {
    this.#isForced = false;
    // It may be loaded by another process, where those of the page before never expire.
    this.#given = 0;
  }

  /**
   * Lets time pass in the page.
   *
   * @param budget milliseconds by the page's clock
   * @param atMost milliseconds by ours, as an idle machine has them: see FairTime
   * @param patience milliseconds that a request without an answer is waited for
   * @returns `passed`; `requests-pending` if a request was still without an answer; `held up` if it did not all pass: then the
   * page's clock stands still
   */
  async pass(budget: number, atMost: number, patience: number, activity: () => RequestActivity): Promise<Passing> {
    const waitedForNone = this.#isForced;
    const passing = await this.#pass(budget, atMost, patience, activity);
    if (!waitedForNone || passing !== 'passed') return passing;
    // What a timer has asked for meanwhile is answered by now, or it is waited for.
    await this.#turn();
    return activity().idle > 0 ? passing : await this.#pass(budget, atMost, patience, activity);
  }

  async #pass(budget: number, atMost: number, patience: number, activity: () => RequestActivity): Promise<Passing> {
    let isOver = false;
    let isResumed = false;
    let wake: () => void = () => undefined;
    // What was asked for just now is told by then.
    if (this.#isForced) await this.#turn();
    const begin = activity();
    this.#isForced &&= begin.isPending;
    let policy: Running = this.#isForced && begin.idle >= IDLE ? 'advance' : 'pauseIfNetworkFetchesPending';
    this.#expired = () => {
      isOver = this.#given === 0;
      if (isOver) return wake();
      // A budget left over from before has stopped the clock, or this one, and that is still to come.
      isResumed = true;
      void this.#set(policy).catch(() => undefined);
    };
    const isExpired = new Promise<void>((done) => {
      wake = done;
    });
    await this.#set(policy, budget);
    // Not before: a script that keeps it from being set is ended in its own time.
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
        // What does not expire any more went with the process that it was given to.
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
      await this.#set(policy);
    }
    return passing;
  }

  /**
   * Waits until its scripts that run are done: what they have asked for is known then. Whether a body that they read as a
   * stream is waited for.
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
