import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { z } from 'zod';
import { within } from '../../../domain/bounded.ts';
import { sendDirectly } from '../direct-session.ts';

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/** Asks how much CPU time each of a browser's renderers has had so far, in milliseconds by process; undefined if it does not tell. */
export type RendererTime = () => Promise<ReadonlyMap<number, number> | undefined>;

/** The same of all of a browser's processes that bring its pages about: its own, its renderers and what loads for them. */
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

/** A browser too busy to tell of its processes is not waited for longer, in milliseconds: those of the last time count. */
const LATE = 500;

/**
 * For how long the main thread of each of the browser's processes, and our own, could run and did not, in milliseconds by
 * process. Linux tells it; elsewhere nothing is known of any.
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

/** Of time on the processor, waiting time and turns the second, in nanoseconds. */
async function waitOf(process: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${process}/schedstat`, 'utf8').catch(() => '');
  const wait = Number(text.split(' ')[1] ?? Number.NaN);
  return Number.isFinite(wait) ? wait / 1e6 : undefined;
}

/** How many times as long as on an idle machine is waited at most. */
const MOST_TIMES = 5;
/** How often it is asked whether it is over, in milliseconds. */
const LOOK = 50;

/**
 * Time that a page is given from now on. In its second half it stands still while the page's process could run and did not,
 * as the machine had other work: what a busy machine brings about within it is what an idle one does.
 */
export class FairTime {
  readonly #most: number;
  readonly #starved: CpuPressure | undefined;
  readonly #clock: () => number;
  readonly #begin: number;
  #before: ReadonlyMap<number, number> | undefined;
  /** Where all had passed when it was first asked, what of the second half had: it isn't known who waited, so it doesn't count. */
  #unknown = 0;

  /**
   * @param most milliseconds
   * @param starved without it, time is the clock's
   * @param begin when it began, by the clock
   */
  constructor(most: number, starved: CpuPressure | undefined, clock = () => performance.now(), begin = clock()) {
    this.#most = most;
    this.#starved = starved;
    this.#clock = clock;
    this.#begin = begin;
  }

  /** Whether it is over. */
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

  /** Whether something ends before it is over. */
  async holds(something: Promise<unknown>): Promise<boolean> {
    const ended = something.then(
      () => true,
      () => true,
    );
    for (;;) {
      const hasEnded = await within(LOOK, ended, () => false);
      if (hasEnded || (await this.isOver())) return hasEnded;
    }
  }
}
