import type { CDPSession } from 'playwright';
import { RetryVisit } from '../../domain/errors.ts';
import type { Patience } from '../network/patience.ts';

/** Scripts of one page that are ended before it is given up. */
const MOST_ENDED = 8;

const LATE = Symbol('late');

/** Waits for what a page answers, and ends the scripts that keep it from answering. */
export class ScriptWatch {
  /** Scripts that were ended. */
  ended = 0;
  /** Why the page answers no more: it has crashed. */
  crash: RetryVisit | undefined;
  /** Told when it crashes: what it was asked before is never answered. */
  readonly #waiting = new Set<(crash: unknown) => void>();
  readonly #cdp: CDPSession;
  readonly #patience: Patience;
  readonly #onEnd: () => void;

  /** @param onEnd told of each script that is ended */
  constructor(cdp: CDPSession, patience: Patience, onEnd: () => void) {
    this.#cdp = cdp;
    this.#patience = patience;
    this.#onEnd = onEnd;
  }

  crashed(why: RetryVisit): void {
    this.crash = why;
    for (const fail of this.#waiting) fail(why);
  }

  /**
   * What the page answers. A script that holds it up is ended, and later ones sooner.
   *
   * @throws RetryVisit if scripts hold it up for ever, or it crashes
   */
  async ask<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => undefined);
    do {
      const first = await this.#inTime(answer);
      if (first !== LATE) return first;
    } while (this.endScript());
    throw new RetryVisit('a script of the page never stops');
  }

  /** An answer; fails if the page crashes before it comes. A race with one promise for all would keep each answer. */
  async orCrash<T>(answer: Promise<T>): Promise<T> {
    return await new Promise<T>((done, fail) => {
      if (this.crash) return fail(this.crash);
      this.#waiting.add(fail);
      void answer.then(done, fail).finally(() => this.#waiting.delete(fail));
    });
  }

  /** Ends the script that runs; from the second on, no more are begun. @returns whether the page is still waited for */
  endScript(): boolean {
    this.#onEnd();
    const end = this.#cdp.send('Runtime.terminateExecution');
    if (this.ended > 0) this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    end.catch(() => 0);
    return ++this.ended <= MOST_ENDED;
  }

  /** No script of the page runs any more. */
  stopAll(): void {
    this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    this.#cdp.send('Runtime.terminateExecution').catch(() => 0);
  }

  async #inTime<T>(answer: Promise<T>): Promise<T | typeof LATE> {
    const wait = this.ended === 0 ? this.#patience.script : this.#patience.script / 10;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof LATE>((done) => {
      timer = setTimeout(() => done(LATE), wait);
    });
    return await Promise.race([this.orCrash(answer), late]).finally(() => clearTimeout(timer));
  }
}
