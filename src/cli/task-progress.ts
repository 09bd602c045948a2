import { bar, clock, cut } from './live-view.ts';
import type { Log } from './log.ts';
import { stderrScreen } from './screen.ts';

/** Milliseconds between two plain lines of progress. */
const LINE_EVERY = 5000;

/** Shows on stderr how many of a number of like tasks are done: a bar on a terminal, plain lines elsewhere. */
export class TaskProgress {
  readonly #log: Log;
  readonly #what: string;
  readonly #all: number;
  readonly #now: () => number;
  readonly #begin: number;
  #done = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param what they are, such as `replays` */
  constructor(log: Log, what: string, all: number, now: () => number) {
    this.#log = log;
    this.#what = what;
    this.#all = all;
    this.#now = now;
    this.#begin = now();
  }

  start(isLive: boolean): void {
    if (isLive) stderrScreen.show((columns) => cut(`${bar(this.#done / this.#all)} ${this.#line()}`, columns - 1));
    else this.#timer = setInterval(() => this.#log.info(this.#line()), LINE_EVERY);
  }

  done(): void {
    this.#done++;
  }

  end(): void {
    clearInterval(this.#timer);
    stderrScreen.end();
  }

  #line(): string {
    const passed = this.#now() - this.#begin;
    const left = this.#done === 0 ? '' : `, about ${clock((passed / this.#done) * (this.#all - this.#done))} left`;
    return `${this.#done} of ${this.#all} ${this.#what}, ${clock(passed)} passed${left}`;
  }
}
