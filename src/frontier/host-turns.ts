import type { LinkId } from '../domain/link.ts';
import type { HostQueries } from '../storage/hosts.ts';
import type { Commits } from './commits.ts';
import { type Busy, Hosts, LONGEST_RETRY_AFTER } from './hosts.ts';
import { Outages } from './outages.ts';
import { UNFORESEEN } from './queries.ts';
import type { UndoLog } from './undo-log.ts';

type SlowHosts = ConstructorParameters<typeof Hosts>[1];

interface HostTurnsOptions {
  readonly sql: HostQueries;
  readonly undo: UndoLog;
  /** Milliseconds between two requests, by host. */
  readonly delay: (host: string) => number;
  /** Hosts that answered in earlier runs … */
  readonly answered: Iterable<string>;
  /** … and those that said they are busy, as they are stored. */
  readonly slow: ReturnType<HostQueries['all']['all']>;
}

/** Whose turn a host is, over all that ask it: a frontier, and the checks of pages that are known. */
export class HostTurns {
  readonly #hosts: Hosts;
  readonly outages: Outages;
  readonly #sql: HostQueries;
  readonly #undo: UndoLog;
  readonly #listeners: ((host: string, at: number) => void)[] = [];
  readonly #overListeners: (() => void)[] = [];
  /** How slow hosts are by now, where that is not stored yet. */
  #unsaved = new Map<string, SlowHosts[number]>();

  constructor({ sql, undo, delay, answered, slow }: HostTurnsOptions, now: number) {
    this.#sql = sql;
    this.#undo = undo;
    this.outages = new Outages(answered, () => {
      for (const listener of this.#overListeners) listener();
    });
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
    if (slow) this.#unsaved.set(host, slow);
    const at = this.freeAt(host) ?? 0;
    for (const listener of this.#listeners) listener(host, at);
  }

  slowDown(host: string, link: LinkId, retryAfter: number | undefined, now: number): Busy {
    const busy = this.#hosts.slowDown(host, link, retryAfter, now);
    this.#unsaved.set(host, busy.slow);
    return busy;
  }

  /** Stores how slow hosts are by now, inside a transaction. */
  save(): void {
    const unsaved = this.#unsaved;
    if (unsaved.size === 0) return;
    for (const slow of unsaved.values()) this.#sql[slow.extraDelay > 0 ? 'put' : 'remove'].run(slow);
    this.#undo.add(() => {
      this.#unsaved = new Map([...unsaved, ...this.#unsaved]);
    });
    this.#unsaved = new Map();
  }

  /** Has it stored, if there is something to store: the end of each transaction saves it. */
  async saveBy(commits: Pick<Commits, 'run'>): Promise<void> {
    if (this.#unsaved.size > 0) await commits.run(UNFORESEEN, () => undefined);
  }

  /** Tells when the network is back: hosts are free again that were not. */
  onOutageOver(listener: () => void): void {
    this.#overListeners.push(listener);
  }

  /** Tells of each host that is free again, and from when on. */
  onFree(listener: (host: string, at: number) => void): void {
    this.#listeners.push(listener);
  }
}
