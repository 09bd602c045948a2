import { keep } from '../../domain/bounded.ts';
import { bareHost } from '../../url/parse.ts';

import type { PlaceOf } from './host-places.ts';

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
