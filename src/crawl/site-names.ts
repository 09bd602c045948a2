import type { SiteId } from '../domain/site.ts';

interface Named {
  readonly id: SiteId;
  readonly shortName: string;
}

/** The short names of a crawl's sites, which grow in number where it finds some itself. */
export class SiteNames {
  readonly #sites: () => readonly Named[];
  readonly #names = new Map<SiteId, string>();

  constructor(sites: () => readonly Named[]) {
    this.#sites = sites;
  }

  /** Empty where there is no such site. */
  of(site: SiteId): string {
    if (!this.#names.has(site)) this.#learn(site);
    return this.#names.get(site) ?? '';
  }

  /** Those that were found last stand last: what is known already is not looked at again. */
  #learn(site: SiteId): void {
    const sites = this.#sites();
    for (let at = sites.length - 1; at >= 0; at--) {
      const { id, shortName } = sites[at] ?? { id: 0, shortName: '' };
      if (this.#names.has(id) && this.#names.has(site)) return;
      this.#names.set(id, shortName);
    }
  }
}
