import type { LinkId } from '../../domain/link.ts';
import type { HostQueries } from '../../storage/claim.ts';
import type { Commits } from '../commits.ts';
import type { SiteState } from '../sites/site-table.ts';
import { type Busy, domainOfHost, Hosts, LONGEST_RETRY_AFTER } from './hosts.ts';
import { Outages } from './outages.ts';

type SlowHosts = ConstructorParameters<typeof Hosts>[1];

interface HostScheduleOptions {
  readonly sql: HostQueries;
  /** Returns the milliseconds between two requests of a host. */
  readonly delay: (host: string) => number;
  /** Returns the place whose delay a host shares; undefined: not known yet. Not given: each host is its own place. */
  readonly placeOf?: ((host: string) => string | undefined) | undefined;
  /** Hosts that answered in earlier runs. */
  readonly answered: Iterable<string>;
  /** Stored rows of hosts that were busy. */
  readonly slow: ReturnType<HostQueries['all']['all']>;
}

/** Milliseconds before another look at a host whose IP address is being looked up. */
const LOOK_AGAIN = 50;
/** Pause of all overloading hosts after such a page, as a multiple of the page's time. */
const YIELD_FACTOR = 9;
/** Milliseconds after the last calm page during which overloading hosts wait for calm ones. */
const STILL_ASKED = 10_000;
/** Milliseconds between two checks for an overloading page in flight. */
const OVERLOAD_CHECK = 1000;

const slowHost = (row: ReturnType<HostQueries['all']['all']>[number], now: number): SlowHosts[number] => ({
  host: row.host,
  extraDelay: row.extra_delay,
  notBefore: Math.min(row.not_before, now + LONGEST_RETRY_AFTER),
});

/**
 * Host schedule, shared by a frontier and the revisits. A page may overload the machine; its place is overloading
 * until a calm page, and waits for calm places.
 */
export class HostSchedule {
  /** Delays and busy hosts, by place. */
  readonly #hosts: Hosts;
  readonly #placeOf: (host: string) => string | undefined;
  /** Place of each host in flight; `#askedAs` has the last requested host of each place. */
  readonly #inFlight = new Map<string, string>();
  readonly #askedAs = new Map<string, string>();
  /** Hosts that wait for the end of a page of their place, by place. */
  readonly #sharing = new Map<string, Set<string>>();
  readonly outages: Outages;
  /** Places whose last page overloaded the machine; `#overloadStarts` has the start of such pages in flight. */
  readonly #overloads = new Set<string>();
  readonly #overloadStarts = new Map<string, number>();
  /** Time until which overloading places wait for calm ones; `#calmAt` is the last end of a calm page. */
  #backUntil = 0;
  #calmAt = Number.NEGATIVE_INFINITY;
  readonly #sql: HostQueries;
  readonly #delay: (host: string) => number;
  /** End of the pause of domains that another worker may just have requested; `#takenOverUntil` is the last end. */
  readonly #takenOver = new Map<string, number>();
  #takenOverUntil = 0;
  readonly #listeners: ((host: string, at: number) => void)[] = [];
  readonly #overListeners: (() => void)[] = [];
  /** Slow hosts with a change that is not stored yet. */
  readonly #unsaved = new Map<string, SlowHosts[number]>();
  /** Changes of slow hosts that the current transaction stores. */
  #saved: readonly SlowHosts[number][] = [];

  constructor({ sql, delay, placeOf, answered, slow }: HostScheduleOptions, now: number) {
    this.#placeOf = placeOf ?? ((host) => host);
    this.#sql = sql;
    this.#delay = delay;
    this.outages = new Outages(answered, () => {
      for (const listener of this.#overListeners) listener();
    });
    this.#hosts = new Hosts(
      (place) => delay(this.#askedAs.get(place) ?? place),
      slow.map((row) => slowHost(row, now)),
    );
  }

  /**
   * Loads the stored state of hosts after sites were taken over from another worker. Hosts of its opened sites pause,
   * as the other worker may just have sent a request.
   */
  takeOver(opened: readonly Pick<SiteState, 'startHost' | 'visits'>[], now: number): void {
    for (const row of this.#sql.all.all({})) this.#hosts.wasSlow(slowHost(row, now), now);
    if (this.#takenOverUntil <= now) this.#takenOver.clear();
    for (const { startHost, visits } of opened) {
      if (visits > 0) this.outages.hasAnswered(startHost);
      const domain = domainOfHost(startHost);
      const until = Math.max(now + this.#delay(startHost), this.#takenOver.get(domain) ?? 0);
      this.#takenOver.set(domain, until);
      this.#takenOverUntil = Math.max(this.#takenOverUntil, until);
    }
  }

  /** Returns the time of the host's next request, in ms since the epoch; undefined: its place is in flight. */
  freeAt(host: string, now: number): number | undefined {
    const place = this.#placeOf(host);
    if (place === undefined) return now + LOOK_AGAIN;
    const at = this.#hosts.freeAt(place);
    const takenAt = this.#takenOverUntil > now ? this.#takenOver.get(domainOfHost(host)) : undefined;
    if (at !== undefined)
      return Math.max(at, takenAt ?? 0, this.outages.until(host), this.#overloads.has(place) ? this.#backFor(now) : 0);
    const sharing = this.#sharing.get(place) ?? new Set();
    this.#sharing.set(place, sharing.add(host));
    return undefined;
  }

  /** Tells whether the host waits for calm ones, as its last page overloaded the machine. */
  mustYield(host: string, now: number): boolean {
    return this.#overloads.has(this.#placeOf(host) ?? host) && this.#backFor(now) > now;
  }

  /**
   * Returns the time of the next check whether overloading places still wait. While calm places are requested, the
   * others have one page at a time and a tenth of the time; otherwise each place has its own schedule.
   */
  #backFor(now: number): number {
    const isCalmInFlight = [...this.#inFlight.values()].some((place) => !this.#overloads.has(place));
    const askedUntil = STILL_ASKED + (isCalmInFlight ? now : this.#calmAt);
    if (askedUntil <= now) return 0;
    return Math.min(askedUntil, this.#overloadStarts.size > 0 ? now + OVERLOAD_CHECK : this.#backUntil);
  }

  /** Marks the page in flight of the host as overloading. @param since start of the page */
  markOverloading(host: string, since: number): void {
    const place = this.#inFlight.get(host);
    if (place === undefined) return;
    this.#overloads.add(place);
    this.#overloadStarts.set(place, since);
  }

  /** Updates the overloading places after the end of a page. */
  #calmDown(place: string, now: number): void {
    const since = this.#overloadStarts.get(place);
    this.#overloadStarts.delete(place);
    if (since !== undefined) this.#backUntil = Math.max(this.#backUntil, now) + YIELD_FACTOR * (now - since);
    else {
      this.#overloads.delete(place);
      this.#calmAt = now;
    }
  }

  /** Notes that a page of the host is in flight. The caller must call `end`. */
  begin(host: string): void {
    const place = this.#placeOf(host) ?? host;
    this.#inFlight.set(host, place);
    this.#askedAs.set(place, host);
    this.#hosts.begin(place);
  }

  /** Ends the page in flight; `askedAt` as in `Hosts.end`. */
  end(host: string, askedAt: number | undefined, now: number): void {
    const place = this.#inFlight.get(host) ?? host;
    this.#inFlight.delete(host);
    this.#calmDown(place, now);
    const slow = this.#hosts.end(place, askedAt);
    if (slow) this.#unsaved.set(place, slow);
    const freed = this.#hosts.freeAt(place) ?? 0;
    const waiting = this.#sharing.get(place) ?? new Set();
    this.#sharing.delete(place);
    for (const one of waiting.add(host)) {
      const at = Math.max(freed, this.outages.until(one));
      for (const listener of this.#listeners) listener(one, at);
    }
  }

  slowDown(host: string, link: LinkId, retryAfter: number | undefined, now: number): Busy {
    const place = this.#inFlight.get(host) ?? host;
    const busy = this.#hosts.slowDown(place, link, retryAfter, now);
    this.#unsaved.set(place, busy.slow);
    return busy;
  }

  /** Stores the changes of slow hosts, inside a transaction. */
  save(): void {
    this.#saved = [...this.#unsaved.values()];
    for (const { host, extraDelay, notBefore } of this.#saved)
      if (extraDelay > 0) this.#sql.put.run({ host, extra_delay: extraDelay, not_before: notBefore });
      else this.#sql.remove.run({ host });
  }

  /** Forgets the changes that were stored, except those of hosts that changed again since. */
  stored(): void {
    for (const slow of this.#saved) if (this.#unsaved.get(slow.host) === slow) this.#unsaved.delete(slow.host);
    this.#saved = [];
  }

  /** Runs a transaction if there are changes, as each transaction saves at its end. */
  async saveBy(commits: Pick<Commits, 'run'>): Promise<void> {
    if (this.#unsaved.size > 0) await commits.run(() => undefined);
  }

  /** Adds a listener for the end of a network outage, when hosts become free again. */
  onOutageOver(listener: () => void): void {
    this.#overListeners.push(listener);
  }

  /** Adds a listener that gets each host that becomes free, and the time. */
  onFree(listener: (host: string, at: number) => void): void {
    this.#listeners.push(listener);
  }
}
