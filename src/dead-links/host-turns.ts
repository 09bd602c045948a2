import { setTimeout as pause } from 'node:timers/promises';
import { bareHost } from '../url/parse.ts';

/** Runs one request at a time for each host, with a pause after each. */
export class HostSchedule {
  readonly #delay: (host: string) => number;
  /** Last request of each host, including the pause after it. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param delay milliseconds from the end of one request to the next; hosts as `bareHost` has them */
  constructor(delay: (host: string) => number) {
    this.#delay = delay;
  }

  async ask<T>(url: URL, work: () => Promise<T>): Promise<T> {
    const host = bareHost(url);
    const mine = (this.#last.get(host) ?? Promise.resolve()).then(work);
    const turn = mine
      .catch(() => undefined)
      .then(() => pause(this.#delay(host)))
      .finally(() => {
        if (this.#last.get(host) === turn) this.#last.delete(host);
      });
    this.#last.set(host, turn);
    return await mine;
  }
}
