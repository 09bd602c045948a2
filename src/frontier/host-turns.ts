import type { HostQueries } from '../storage/hosts.ts';
import { Hosts, LONGEST_RETRY_AFTER } from './hosts.ts';
import { Outages } from './outages.ts';

/** Whose turn a host is, over all that ask it: a frontier, and the checks of pages that are known. */
export class HostTurns {
  readonly #hosts: Hosts;
  readonly outages: Outages;
  readonly #sql: HostQueries;
  readonly #listeners: ((host: string, at: number) => void)[] = [];

  /**
   * @param delay milliseconds between two requests, by host
   * @param answered hosts that answered in earlier runs
   */
  constructor(sql: HostQueries, delay: (host: string) => number, answered: Iterable<string>, now: number) {
    this.#sql = sql;
    this.outages = new Outages(answered);
    const slow = sql.all.all({});
    this.#hosts = new Hosts(
      delay,
      slow.map((row) => ({
        host: row.host,
        extraDelay: row.extra_delay,
        notBefore: Math.min(row.not_before, now + LONGEST_RETRY_AFTER),
      })),
    );
  }

  /** When the host may be asked next, in milliseconds since the epoch; undefined while a page of it is in flight. */
  freeAt(host: string): number | undefined {
    const at = this.#hosts.freeAt(host);
    return at === undefined ? undefined : Math.max(at, this.outages.until(host));
  }

  /** A page of the host is in flight: who says so owes `end`. */
  begin(host: string): void {
    this.#hosts.begin(host);
  }

  /** The page in flight is over; `askedAt` as in `Hosts.end`. */
  end(host: string, askedAt: number | undefined): void {
    const slow = this.#hosts.end(host, askedAt);
    if (slow) this.#sql[slow.extraDelay > 0 ? 'put' : 'remove'].run(slow);
    const at = this.freeAt(host) ?? 0;
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
