import type { SiteId } from '../domain/site.ts';
import { registrableDomain } from '../url/scope.ts';
import type { SiteState } from './site-table.ts';

/** Delays that sites have of their own, by their hosts. Where several sites are on a host, the longest holds. */
export class SiteDelays {
  readonly #bySite = new Map<SiteId, { readonly place: string; readonly delay: number }>();
  #byPlace = new Map<string, number>();

  /** Takes a site's delay as it is now. */
  put({ id, limits, host, origin, isRemoved }: SiteState): void {
    const { delay } = limits;
    const isKnown = this.#bySite.delete(id);
    if (delay !== undefined && !isRemoved)
      this.#bySite.set(id, { place: host ?? domainPlace(new URL(origin).hostname), delay });
    else if (!isKnown) return;
    this.#byPlace = new Map();
    for (const { place, delay: own } of this.#bySite.values())
      this.#byPlace.set(place, Math.max(own, this.#byPlace.get(place) ?? 0));
  }

  /** In milliseconds; undefined: no site of the host has one of its own. @param host as `bareHost` has it */
  of(host: string): number | undefined {
    if (this.#byPlace.size === 0) return undefined;
    return this.#byPlace.get(host) ?? this.#byPlace.get(domainPlace(host.replace(/:\d+$/, '')));
  }
}

/** Sites of a whole domain have all its hosts. */
const domainPlace = (hostname: string): string => `*.${registrableDomain(hostname)}`;
