import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { keep } from '../../domain/bounded.ts';
import { bare } from './address-guard.ts';
import type { Lookup } from './dialer.ts';
import type { HostRules } from './host-rules.ts';

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
