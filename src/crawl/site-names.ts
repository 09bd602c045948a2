import type { SiteId } from '../domain/site.ts';

interface Named {
  readonly id: SiteId;
  readonly shortName: string;
}

/** The short names of a crawl's sites, which grow in number where it finds some itself. */
export class SiteNames {
  readonly #sites: () => readonly Named[];
  readonly #names = new Map<SiteId, string>();
  /** Sites that were there when names were learned last. */
  #seen = 0;

  constructor(sites: () => readonly Named[]) {
    this.#sites = sites;
  }

  /** Empty where there is no such site. */
  of(site: SiteId): string {
    if (!this.#names.has(site)) this.#learn(this.#seen);
    // Some were removed, and the others stand further ahead.
    if (!this.#names.has(site)) this.#learn(0);
    return this.#names.get(site) ?? '';
  }

  #learn(from: number): void {
    const sites = this.#sites();
    for (const { id, shortName } of sites.slice(from)) this.#names.set(id, shortName);
    this.#seen = sites.length;
  }
}
