import type { LinkId } from '../../domain/link.ts';
import type { HostQueries } from '../../storage/claim.ts';
import type { Commits } from '../commits.ts';
import type { SiteState } from '../sites/site-table.ts';
import { type Busy, domainOfHost, Hosts, LONGEST_RETRY_AFTER } from './hosts.ts';
import { Outages } from './outages.ts';

type SlowHosts = ConstructorParameters<typeof Hosts>[1];

interface HostTurnsOptions {
  readonly sql: HostQueries;
  /** Milliseconds between two requests, by host. */
  readonly delay: (host: string) => number;
  /** The place that a host shares its delay with; undefined while that is not known. Not given: each host is its own. */
  readonly placeOf?: ((host: string) => string | undefined) | undefined;
  /** Hosts that answered in earlier runs … */
  readonly answered: Iterable<string>;
  /** … and those that said they are busy, as they are stored. */
  readonly slow: ReturnType<HostQueries['all']['all']>;
}

/** A host whose address is being looked up is looked at again after so many milliseconds. */
const LOOK_AGAIN = 50;
/** After a page that stormed, all hosts of such pages stand back for so many times as long as it took. */
const STANDS_BACK = 9;
/** They stand back for hosts that were in flight within so many milliseconds. */
const STILL_ASKED = 10_000;
/** While a page of them is in flight, it is looked after so many milliseconds whether it still is. */
const STORM_LOOK = 1000;

const slowHost = (row: ReturnType<HostQueries['all']['all']>[number], now: number): SlowHosts[number] => ({
  host: row.host,
  extraDelay: row.extra_delay,
  notBefore: Math.min(row.not_before, now + LONGEST_RETRY_AFTER),
});

/** Whose turn a host is, over all that ask it: a frontier, and the checks of pages that are known. */
export class HostTurns {
  /** By place. */
  readonly #hosts: Hosts;
  readonly #placeOf: (host: string) => string | undefined;
  /** Places of the hosts in flight, and the host that each place was asked as last. */
  readonly #inFlight = new Map<string, string>();
  readonly #askedAs = new Map<string, string>();
  /** Hosts that wait until a page of their place is over. */
  readonly #sharing = new Map<string, Set<string>>();
  readonly outages: Outages;
  /** Places whose last page stormed, and when pages in flight that do so began. */
  readonly #stormy = new Set<string>();
  readonly #storming = new Map<string, number>();
  /** Until when they stand back, and when a page of another place ended last. */
  #backUntil = 0;
  #calmAt = Number.NEGATIVE_INFINITY;
  readonly #sql: HostQueries;
  readonly #delay: (host: string) => number;
  /** Registrable domains that another worker may have asked a moment ago: until when they are not asked, and the latest of these. */
  readonly #takenOver = new Map<string, number>();
  #takenOverUntil = 0;
  readonly #listeners: ((host: string, at: number) => void)[] = [];
  readonly #overListeners: (() => void)[] = [];
  /** How slow hosts are by now, where that is not stored yet. */
  readonly #unsaved = new Map<string, SlowHosts[number]>();
  /** Those of them that the transaction under way stores. */
  #saved: readonly SlowHosts[number][] = [];

  constructor({ sql, delay, placeOf, answered, slow }: HostTurnsOptions, now: number) {
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
   * Takes in what is stored of hosts by now, as another worker had sites of them; hosts of those that it opened pause, as it may
   * have asked them a moment ago.
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

  /** When the host may be asked next, in milliseconds since the epoch; undefined while a page of its place is in flight. */
  freeAt(host: string, now: number): number | undefined {
    const place = this.#placeOf(host);
    if (place === undefined) return now + LOOK_AGAIN;
    const at = this.#hosts.freeAt(place);
    const takenAt = this.#takenOverUntil > now ? this.#takenOver.get(domainOfHost(host)) : undefined;
    if (at !== undefined)
      return Math.max(at, takenAt ?? 0, this.outages.until(host), this.#stormy.has(place) ? this.#backFor(now) : 0);
    const sharing = this.#sharing.get(place) ?? new Set();
    this.#sharing.set(place, sharing.add(host));
    return undefined;
  }

  /** Whether the host stands back for others: its last page stormed. */
  standsBack(host: string, now: number): boolean {
    return this.#stormy.has(this.#placeOf(host) ?? host) && this.#backFor(now) > now;
  }

  /**
   * When it is worth a look whether the places of storms stand back no more: they share one turn, and a tenth of the time, as
   * long as others are asked; else each has its own.
   */
  #backFor(now: number): number {
    const isCalmInFlight = [...this.#inFlight.values()].some((place) => !this.#stormy.has(place));
    const askedUntil = STILL_ASKED + (isCalmInFlight ? now : this.#calmAt);
    if (askedUntil <= now) return 0;
    return Math.min(askedUntil, this.#storming.size > 0 ? now + STORM_LOOK : this.#backUntil);
  }

  /** The page in flight of the host takes too much of the machine. */
  storms(host: string, since: number): void {
    const place = this.#inFlight.get(host);
    if (place === undefined) return;
    this.#stormy.add(place);
    this.#storming.set(place, since);
  }

  /** Takes in that a page is over. */
  #calmDown(place: string, now: number): void {
    const since = this.#storming.get(place);
    this.#storming.delete(place);
    if (since !== undefined) this.#backUntil = Math.max(this.#backUntil, now) + STANDS_BACK * (now - since);
    else {
      this.#stormy.delete(place);
      this.#calmAt = now;
    }
  }

  /** A page of the host is in flight: who says so owes `end`. */
  begin(host: string): void {
    const place = this.#placeOf(host) ?? host;
    this.#inFlight.set(host, place);
    this.#askedAs.set(place, host);
    this.#hosts.begin(place);
  }

  /** The page in flight is over; `askedAt` as in `Hosts.end`. */
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

  /** Stores how slow hosts are by now, inside a transaction. */
  save(): void {
    this.#saved = [...this.#unsaved.values()];
    for (const { host, extraDelay, notBefore } of this.#saved)
      if (extraDelay > 0) this.#sql.put.run({ host, extra_delay: extraDelay, not_before: notBefore });
      else this.#sql.remove.run({ host });
  }

  /** What was saved is stored; hosts may have become slower since. */
  stored(): void {
    for (const slow of this.#saved) if (this.#unsaved.get(slow.host) === slow) this.#unsaved.delete(slow.host);
    this.#saved = [];
  }

  /** Has it stored, if there is something to store: the end of each transaction saves it. */
  async saveBy(commits: Pick<Commits, 'run'>): Promise<void> {
    if (this.#unsaved.size > 0) await commits.run(() => undefined);
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
