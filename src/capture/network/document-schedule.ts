import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setCapped } from '../../domain/capped-map.ts';
import { bareHost } from '../../url/parse.ts';
import type { Lookup } from './dialer.ts';
import { bare, type HostRules } from './host-rules.ts';

/** Limit of places whose last request is remembered. */
const MOST_HOSTS = 10_000;

/**
 * Times of the last document request for each host, over all running visits. Paces requests of a visit after its first,
 * caused by scripts, refreshes and redirects; the frontier paces visits.
 */
export class DocumentSchedule {
  readonly #delay: (host: string) => number;
  readonly #placeOf: PlaceOf;
  /** Last requests by place, in `performance.now()` time, the oldest first. */
  readonly #asked = new Map<string, number>();

  /**
   * @param delay returns the milliseconds between requests to a host, in the form of `bareHost`
   * @param placeOf returns the place whose delay a host shares
   */
  constructor(delay: (host: string) => number, placeOf: PlaceOf = (host) => host) {
    this.#delay = delay;
    this.#placeOf = placeOf;
  }

  /**
   * Returns the milliseconds until an address's host may be asked again. @param since milliseconds since the last
   * request
   */
  wait(url: URL, since = this.since(url)): number {
    return since === undefined ? 0 : Math.max(0, this.#delay(bareHost(url)) - since);
  }

  /** Records a request to an address's host now. */
  asked(url: URL): void {
    this.#set(url, performance.now());
  }

  /** Records that the last request was sent `after` milliseconds later, as connecting took time. */
  leftLate(url: URL, after: number): void {
    const asked = this.#asked.get(this.#placeIn(url));
    if (asked !== undefined && after > 0) this.#set(url, Math.min(performance.now(), asked + after));
  }

  /** Returns the milliseconds since an address's host was last asked; undefined if never. */
  since(url: URL): number | undefined {
    const asked = this.#asked.get(this.#placeIn(url));
    return asked === undefined ? undefined : performance.now() - asked;
  }

  /**
   * Returns the time of the last request to an address's host. Both times are in milliseconds since the epoch. @param
   * now current time
   */
  askedAt(url: URL, now: number): number {
    return Math.ceil(now - (this.since(url) ?? 0));
  }

  #set(url: URL, at: number): void {
    const place = this.#placeIn(url);
    this.#asked.delete(place);
    setCapped(this.#asked, place, at, MOST_HOSTS);
  }

  #placeIn(url: URL): string {
    const host = bareHost(url);
    return this.#placeOf(host) ?? host;
  }
}

/** Returns the place whose delay a host shares; undefined while the host is looked up. */
export type PlaceOf = (host: string) => string | undefined;

/** Limit of hosts whose places are remembered. */
const MOST_PLACES = 100_000;

/** Looks up places of hosts by their IP address, once for the whole run. */
export class HostPlaces {
  readonly #rules: HostRules;
  readonly #lookup: Lookup;
  /** Places by host; undefined during the look-up. */
  readonly #places = new Map<string, string | undefined>();

  constructor(rules: HostRules, lookup: Lookup = (host) => systemLookup(host, { all: true })) {
    this.#rules = rules;
    this.#lookup = lookup;
  }

  /** Returns the place of a host, the host itself without an address. @param host in the form of `bareHost` */
  readonly of: PlaceOf = (host) => {
    if (!this.#places.has(host)) {
      setCapped(this.#places, host, undefined, MOST_PLACES);
      void this.#addressOf(host).then((address) => this.#places.set(host, address ?? host));
    }
    return this.#places.get(host);
  };

  /** Returns the lowest address of a host, which is the same in every DNS answer. */
  async #addressOf(host: string): Promise<string | undefined> {
    const { hostname, port } = new URL(`http://${host}`);
    for (const name of [hostname, `www.${hostname}`]) {
      const ruled = bare(this.#rules.resolve(name, port || '443')?.host ?? name);
      if (isIP(ruled) !== 0) return ruled;
      const found = await this.#lookup(ruled).catch(() => []);
      const [first] = found.map(({ address }) => address).sort();
      if (first !== undefined) return first;
    }
    return undefined;
  }
}
