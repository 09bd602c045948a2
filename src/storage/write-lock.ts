import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseHeld } from './storage-error.ts';

/** Milliseconds between two attempts to write. */
const PAUSE = 100;
/** Number of attempts before a warning. */
const QUIET_TRIES = 10;
/** Maximum number of attempts: an hour, or 10 seconds once the crawl is to end. */
const MOST_TRIES = 36_000;
const LAST_TRIES = 100;

/** Waits, without blocking the event loop, while another program's transaction keeps a database from being written. */
export class WriteLock {
  readonly #onHeld: () => void;
  readonly #sleep: () => Promise<unknown>;
  #pause: Promise<unknown> | undefined;
  /** Number of consecutive failed attempts. */
  #tries = 0;
  #mostTries = MOST_TRIES;

  /** Creates the lock. @param onHeld called once for each wait of at least `QUIET_TRIES` attempts */
  constructor(onHeld: () => void, pause: () => Promise<unknown> = () => sleep(PAUSE)) {
    this.#onHeld = onHeld;
    this.#sleep = pause;
  }

  /** True while a write waits for another program. */
  get isHeld(): boolean {
    return this.#tries > 0;
  }

  /** Limits waits to 10 seconds from now on. */
  hurry(): void {
    this.#mostTries = Math.min(this.#mostTries, this.#tries + LAST_TRIES);
  }

  /**
   * Runs `write` and repeats while DatabaseHeld is thrown; `write` must not have stored anything then. Writes wait in
   * the order of their calls.
   * @throws DatabaseHeld after the last attempt
   */
  async run<T>(write: () => T): Promise<T> {
    while (this.#pause) await this.#pause;
    for (;;) {
      try {
        const done = write();
        this.#tries = 0;
        return done;
      } catch (error) {
        if (!(error instanceof DatabaseHeld) || ++this.#tries > this.#mostTries) throw error;
        if (this.#tries === QUIET_TRIES) this.#onHeld();
      }
      this.#pause = this.#sleep();
      await this.#pause;
      this.#pause = undefined;
    }
  }
}
