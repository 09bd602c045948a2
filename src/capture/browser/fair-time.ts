import { within } from '../../domain/bounded.ts';
import type { Starved } from './starved.ts';

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
  readonly #starved: Starved | undefined;
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
  constructor(most: number, starved: Starved | undefined, clock = () => performance.now(), begin = clock()) {
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
