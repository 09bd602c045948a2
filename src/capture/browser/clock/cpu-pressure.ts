import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { z } from 'zod';
import { withTimeout } from '../../../domain/timeout.ts';
import { sendDirectly } from '../direct-session.ts';

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/** Returns the CPU time of each renderer so far, in milliseconds by process id; undefined without an answer. */
export type RendererTime = () => Promise<ReadonlyMap<number, number> | undefined>;

/** CPU times of a browser's renderers, and of all processes for its pages: also the main one and utilities. */
type BrowserTimes = { readonly renderers: RendererTime; readonly all: RendererTime };

export async function browserTimes(browser: Browser): Promise<BrowserTimes> {
  const root = sendDirectly(await browser.newBrowserCDPSession());
  const timesOf = async (types: readonly string[]) => {
    const answer = await root.send('SystemInfo.getProcessInfo').catch(() => undefined);
    const known = processes.safeParse(answer).data?.processInfo.filter(({ type }) => types.includes(type));
    return known && new Map(known.map(({ id, cpuTime }) => [id, 1000 * cpuTime]));
  };
  return {
    renderers: () => timesOf(['renderer']),
    all: () => timesOf(['browser', 'renderer', 'utility']),
  };
}

/** Milliseconds to wait for the list of processes; without an answer the last list is used. */
const LATE = 500;

/**
 * Returns the milliseconds that the main thread of each browser process, and our own, was ready but did not run, by
 * process id. Empty except on Linux.
 */
export type CpuPressure = () => Promise<ReadonlyMap<number, number>>;

export function cpuPressureOf(times: RendererTime): CpuPressure {
  let processes: readonly number[] = [];
  return async () => {
    const known = await Promise.race([times(), sleep(LATE, undefined, { ref: false })]);
    if (known) processes = [...known.keys()];
    const waits = await Promise.all([process.pid, ...processes].map(async (id) => [id, await waitOf(id)] as const));
    return new Map(waits.flatMap(([id, wait]) => (wait === undefined ? [] : [[id, wait] as const])));
  };
}

/** Returns the waiting time in milliseconds: in schedstat the second of running time, waiting time (ns) and turns. */
async function waitOf(process: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${process}/schedstat`, 'utf8').catch(() => '');
  const wait = Number(text.split(' ')[1] ?? Number.NaN);
  return Number.isFinite(wait) ? wait / 1e6 : undefined;
}

/** Highest factor by which a wait is extended on a busy machine. */
const MOST_TIMES = 5;
/** Milliseconds between two checks. */
const LOOK = 50;

/**
 * Time limit for a page. The second half does not count time in which the page's process was ready but did not run. A
 * busy machine thus allows for as much work as an idle one.
 */
export class FairTime {
  readonly #most: number;
  readonly #starved: CpuPressure | undefined;
  readonly #clock: () => number;
  readonly #begin: number;
  #before: ReadonlyMap<number, number> | undefined;
  /** Part of the second half that passed before the first check. Not counted, as the waiting process is unknown. */
  #unknown = 0;

  /**
   * @param most milliseconds
   * @param starved CPU pressure; without it, real time counts
   * @param begin start by the clock
   */
  constructor(most: number, starved: CpuPressure | undefined, clock = () => performance.now(), begin = clock()) {
    this.#most = most;
    this.#starved = starved;
    this.#clock = clock;
    this.#begin = begin;
  }

  /** Tells whether the time is over. */
  async isOver(): Promise<boolean> {
    const passed = this.#clock() - this.#begin;
    if (passed < this.#most / 2) return false;
    if (!this.#starved || passed >= MOST_TIMES * this.#most) return passed >= this.#most;
    const before = this.#before;
    if (before && passed - this.#unknown < this.#most) return false;
    const now = await this.#starved();
    if (!before) {
      this.#before = now;
      if (passed < this.#most || now.size === 0) return passed >= this.#most;
      this.#unknown = passed - this.#most / 2;
      return false;
    }
    const waits = [...now].map(([process, wait]) => wait - (before.get(process) ?? wait));
    return passed - this.#unknown - Math.max(0, ...waits) >= this.#most;
  }

  /** Tells whether a promise settles before the time is over. */
  async holds(something: Promise<unknown>): Promise<boolean> {
    const ended = something.then(
      () => true,
      () => true,
    );
    for (;;) {
      const hasEnded = await withTimeout(LOOK, ended, () => false);
      if (hasEnded || (await this.isOver())) return hasEnded;
    }
  }
}
