import { setCapped } from '../../domain/capped-map.ts';
import type { FoundLink } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { KnownRoutes } from './known-routes.ts';

/** Share of its weight that an observation keeps with each new one. */
const FADING = 0.98;
/** Highest weight, in tries, of the rest of the site, and of other layouts with the same scripts. */
const MOST_OF_OTHERS = [2, 20];
/** Weight of the prior, and of each wider level beside the next one, in tries. */
const WEIGHT = 1;
/** Expected links of a page on which a technique works, and links that work worth one page must bring. */
const LINKS_OF_PAGE = 2;
const LEAST_OF_PAGE = 1;
/** Share of a page's cost saved for trying unprofitable techniques again; most pages saved, and owed. */
const SHARE = 0.03;
const MOST_SAVED = 1;
const MOST_OWED = 40;
/** Stored counts of a site and of all sites; least recently updated sites are dropped. */
const MOST_COUNTS = 5000;
const MOST_COUNTS_IN_ALL = 200_000;
/** Stored links of a site, and stored sites. */
const MOST_LINKS = 20_000;
const MOST_SITES = 100;
/** Control kinds counted for a site; beyond that number no kind counts as new. */
const MOST_CONTROLS = 100;

/** Common traits of pages on which the same actions have the same effect. */
export interface Layout {
  /** Pattern of the pages' addresses. */
  readonly pattern: string;
  /** Hash of the pages' scripts. */
  readonly scripts: string;
}

export interface Counts {
  readonly tries: number;
  readonly successes: number;
}
export const NONE: Counts = { tries: 0, successes: 0 };

interface SiteYield {
  readonly counts: Map<string, Counts>;
  /** Keys of the links on the site's pages. */
  readonly links: Set<string>;
  readonly controls: Set<string>;
  /** Saved work for trying each unprofitable technique again, in pages. */
  readonly saved: Map<string, number>;
}

/**
 * Learns for each site how likely a technique, a kind of actions or a round is to bring a new link. Counts have three
 * levels (layout, same scripts, site); with few observations, a level is estimated from the next wider one.
 */
export class TechniqueYield {
  /** Targets of controls on all pages of a site. */
  readonly routes = new KnownRoutes();
  readonly #sites = new Map<SiteId, SiteYield>();
  #size = 0;

  /**
   * Estimates the probability, from 0 to 1, that `what` brings a new link on a page of a layout.
   *
   * @param prior probability before any observation
   * @param weight weight of the prior, and of each wider level beside the next one, in tries
   */
  expected(site: SiteId, layout: Layout, what: string, prior: number, weight = WEIGHT): number {
    const counts = this.#sites.get(site)?.counts;
    const levels = keysOf(layout, what).map((key) => counts?.get(key) ?? NONE);
    return levels.reduce((mean, { tries, successes }, at) => {
      // Excludes observations that the narrower level has as well.
      const narrower = levels[at + 1];
      const own = Math.max(0, tries - (narrower?.tries ?? 0));
      const brought = Math.max(0, successes - (narrower?.successes ?? 0));
      const share = Math.min(1, (MOST_OF_OTHERS[at] ?? own) / Math.max(own, 1));
      return (weight * mean + share * brought) / (weight + share * own);
    }, prior);
  }

  /** Returns the counts of `what` on pages with the same scripts, older ones with less weight. */
  counts(site: SiteId, layout: Layout, what: string): Counts {
    const [, alike = ''] = keysOf(layout, what);
    return this.#sites.get(site)?.counts.get(alike) ?? NONE;
  }

  /**
   * Estimates the share of pages with the same scripts on which `what` brings a new link: 1 before any try on the site,
   * at least 1/3 on the first page with new scripts.
   */
  share(site: SiteId, { scripts }: Layout, what: string): number {
    // No page has an empty pattern: the level of layouts adds nothing.
    return this.expected(site, { pattern: '', scripts }, what, 1);
  }

  /** Tells whether `what` is worth its price on a page of a layout, in pages. */
  isWorthIt(site: SiteId, layout: Layout, what: string, prior: number, price: number): boolean {
    return LINKS_OF_PAGE * this.expected(site, layout, what, prior) >= LEAST_OF_PAGE * price;
  }

  /**
   * Tells whether an unprofitable technique may be tried again. A share of the pages' cost is saved for that, so
   * expensive techniques are tried less often.
   *
   * @param price price of the try, in pages
   * @param credit initial savings, restored when the technique brings something again
   */
  mayTryAgain(site: SiteId, what: string, price: number, credit: number): boolean {
    const { saved } = this.#of(site);
    const left = saved.get(what) ?? credit;
    saved.set(what, left);
    return left >= price;
  }

  /** Restores the initial savings of an unprofitable technique that brought a link. */
  forgive(site: SiteId, what: string, credit: number): void {
    const { saved } = this.#of(site);
    saved.set(what, Math.max(saved.get(what) ?? 0, credit));
  }

  /** Subtracts the cost of an unproductive retry, in pages. */
  charge(site: SiteId, what: string, cost: number): void {
    const { saved } = this.#of(site);
    saved.set(what, Math.max(-MOST_OWED, (saved.get(what) ?? 0) - cost));
  }

  learn(site: SiteId, layout: Layout, what: string, hasBrought: boolean): void {
    const { counts } = this.#of(site);
    const { size } = counts;
    for (const key of keysOf(layout, what)) {
      const { tries, successes } = counts.get(key) ?? NONE;
      counts.delete(key);
      const now = { tries: FADING * tries + 1, successes: FADING * successes + (hasBrought ? 1 : 0) };
      setCapped(counts, key, now, MOST_COUNTS);
    }
    this.#size += counts.size - size;
    for (const [other, { counts: others }] of this.#sites) {
      if (this.#size <= MOST_COUNTS_IN_ALL || other === site) break;
      this.#size -= others.size;
      this.#sites.delete(other);
    }
  }

  /** Tells whether some control kinds are new on the site, and stores them. */
  hasNewControls(site: SiteId, kinds: readonly string[]): boolean {
    const { controls } = this.#of(site);
    const fresh = kinds.filter((kind) => !controls.has(kind)).slice(0, MOST_CONTROLS - controls.size);
    for (const kind of fresh) controls.add(kind);
    return fresh.length > 0;
  }

  /** Tells whether a link is new on the site; parameters of file addresses make no difference. */
  isNews(site: SiteId, link: FoundLink): boolean {
    return !this.#sites.get(site)?.links.has(keyOf(link));
  }

  /** Stores the links of a visited page. */
  keep(site: SiteId, links: readonly FoundLink[]): void {
    const of = this.#of(site);
    for (const [what, saved] of of.saved) of.saved.set(what, Math.min(MOST_SAVED, saved + SHARE));
    for (const link of links) {
      const key = keyOf(link);
      const [oldest] = of.links.size >= MOST_LINKS && !of.links.has(key) ? of.links : [];
      if (oldest !== undefined) of.links.delete(oldest);
      of.links.add(key);
    }
  }

  #of(site: SiteId): SiteYield {
    const known = this.#sites.get(site) ?? {
      counts: new Map(),
      links: new Set(),
      controls: new Set(),
      saved: new Map(),
    };
    this.#sites.delete(site);
    const [oldest] = this.#sites.size >= MOST_SITES ? this.#sites : [];
    if (oldest) {
      this.#size -= oldest[1].counts.size;
      this.#sites.delete(oldest[0]);
    }
    this.#sites.set(site, known);
    return known;
  }
}

/** Returns keys from the widest level to the narrowest: site, pages with the same scripts, layout. */
const keysOf = ({ pattern, scripts }: Layout, what: string): readonly string[] => [
  what,
  `${scripts} ${what}`,
  `${pattern} ${scripts} ${what}`,
];

const keyOf = ({ role, url, raw }: FoundLink): string =>
  role === 'link' ? (url ?? raw) : `+${(url ?? raw).replace(/[?#].*/s, '')}`;
