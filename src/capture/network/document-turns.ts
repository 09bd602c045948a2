import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { keep } from '../../domain/bounded.ts';
import { bareHost } from '../../url/parse.ts';
import type { Lookup } from './dialer.ts';
import { bare, type HostRules } from './host-rules.ts';

/** Places that are remembered. */
const MOST_HOSTS = 10_000;

/**
 * When each host was last asked for a document, over all pages that are being read. The frontier paces visits; what one
 * visit asks for beyond its first request, because scripts, refreshes and redirects lead there, is paced by this.
 */
export class DocumentTurns {
  readonly #delay: (host: string) => number;
  readonly #placeOf: PlaceOf;
  /** By `performance.now()`, the place that was asked longest ago first. */
  readonly #asked = new Map<string, number>();

  /**
   * @param delay milliseconds from one request to a host to the next; hosts as `bareHost` has them
   * @param placeOf what a host shares its delay with
   */
  constructor(delay: (host: string) => number, placeOf: PlaceOf = (host) => host) {
    this.#delay = delay;
    this.#placeOf = placeOf;
  }

  /** Milliseconds until the host of an address may be asked again. @param since milliseconds since it was last asked */
  wait(url: URL, since = this.since(url)): number {
    return since === undefined ? 0 : Math.max(0, this.#delay(bareHost(url)) - since);
  }

  /** The host of an address is asked now. */
  asked(url: URL): void {
    this.#set(url, performance.now());
  }

  /** Its request left so many milliseconds after that: there was a connection to make first. */
  leftLate(url: URL, after: number): void {
    const asked = this.#asked.get(this.#placeIn(url));
    if (asked !== undefined && after > 0) this.#set(url, Math.min(performance.now(), asked + after));
  }

  /** Milliseconds since the host of an address was last asked; undefined if it was not. */
  since(url: URL): number | undefined {
    const asked = this.#asked.get(this.#placeIn(url));
    return asked === undefined ? undefined : performance.now() - asked;
  }

  /** When the host of an address was last asked, by a clock that stands at `now`; both in milliseconds since the epoch. */
  askedAt(url: URL, now: number): number {
    return Math.ceil(now - (this.since(url) ?? 0));
  }

  #set(url: URL, at: number): void {
    const place = this.#placeIn(url);
    this.#asked.delete(place);
    keep(this.#asked, place, at, MOST_HOSTS);
  }

  #placeIn(url: URL): string {
    const host = bareHost(url);
    return this.#placeOf(host) ?? host;
  }
}

/** The place whose delay a host keeps to; undefined while its address is looked up. */
export type PlaceOf = (host: string) => string | undefined;

/** Hosts whose places are remembered. */
const MOST_PLACES = 100_000;

/** Looks up the addresses of hosts; an answer counts for the whole run. */
export class HostPlaces {
  readonly #rules: HostRules;
  readonly #lookup: Lookup;
  /** By host; undefined while it is looked up. */
  readonly #places = new Map<string, string | undefined>();

  constructor(rules: HostRules, lookup: Lookup = (host) => systemLookup(host, { all: true })) {
    this.#rules = rules;
    this.#lookup = lookup;
  }

  /** @param host as `bareHost` has it. Its own place where it has no address */
  readonly of: PlaceOf = (host) => {
    if (!this.#places.has(host)) {
      keep(this.#places, host, undefined, MOST_PLACES);
      void this.#addressOf(host).then((address) => this.#places.set(host, address ?? host));
    }
    return this.#places.get(host);
  };

  /** The lowest address of a host: one with several has the same one in every answer. */
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
