import type { HostQueries } from '../storage/hosts.ts';
import { Hosts } from './hosts.ts';

/** Whose turn a host is, over all that ask it: a frontier, and the checks of pages that are known. */
export class HostTurns {
  readonly #hosts: Hosts;
  readonly #sql: HostQueries;
  readonly #listeners: ((host: string, at: number) => void)[] = [];

  constructor(sql: HostQueries, delay: (host: string) => number) {
    this.#sql = sql;
    const slow = sql.all.all({});
    this.#hosts = new Hosts(
      delay,
      slow.map((row) => ({ host: row.host, extraDelay: row.extra_delay, notBefore: row.not_before })),
    );
  }

  /** When the host may be asked next, in milliseconds since the epoch; undefined while a page of it is in flight. */
  freeAt(host: string): number | undefined {
    return this.#hosts.freeAt(host);
  }

  /** A page of the host is in flight: who says so owes `end`. */
  begin(host: string): void {
    this.#hosts.begin(host);
  }

  /** The page in flight is over; `askedAt` as in `Hosts.end`. */
  end(host: string, askedAt: number | undefined): void {
    const { at, slow } = this.#hosts.end(host, askedAt);
    if (slow) this.#sql[slow.extraDelay > 0 ? 'put' : 'remove'].run(slow);
    for (const listener of this.#listeners) listener(host, at);
  }

  slowDown(host: string, retryAfter: number | undefined, now: number): void {
    this.#sql.put.run(this.#hosts.slowDown(host, retryAfter, now));
  }

  /** Tells of each host that is free again, and from when on. */
  onFree(listener: (host: string, at: number) => void): void {
    this.#listeners.push(listener);
  }
}
