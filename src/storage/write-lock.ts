import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseHeld } from './storage-error.ts';

/** Milliseconds between two tries to write. */
const PAUSE = 100;
/** Tries before a line says so. */
const QUIET_TRIES = 10;
/** Tries before the wait is given up: those of an hour, and those of 10 seconds once the crawl is to end. */
const MOST_TRIES = 36_000;
const LAST_TRIES = 100;

/** Waits, without blocking the event loop, while another program's transaction keeps a database from being written. */
export class WriteLock {
  readonly #onHeld: () => void;
  readonly #sleep: () => Promise<unknown>;
  #pause: Promise<unknown> | undefined;
  /** Tries that failed since the last one that did not. */
  #tries = 0;
  #mostTries = MOST_TRIES;

  /** @param onHeld called once for each wait that is longer than a moment */
  constructor(onHeld: () => void, pause: () => Promise<unknown> = () => sleep(PAUSE)) {
    this.#onHeld = onHeld;
    this.#sleep = pause;
  }

  /** Whether another program is waited for. */
  get isHeld(): boolean {
    return this.#tries > 0;
  }

  /** Ends waits within 10 seconds from now on. */
  hurry(): void {
    this.#mostTries = Math.min(this.#mostTries, this.#tries + LAST_TRIES);
  }

  /**
   * Runs `write`, again and again while it throws DatabaseHeld; it must not have stored anything then. Several writes wait
   * in the order of their calls.
   *
   * @throws DatabaseHeld when the wait is given up
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
