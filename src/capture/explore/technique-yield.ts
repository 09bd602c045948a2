import { keep } from '../../domain/bounded.ts';
import type { FoundLink } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { KnownRoutes } from './known-routes.ts';

/** Share of its weight that an observation keeps when another one is made. */
const FADING = 0.98;
/** Tries that observations of other scripts, and of other layouts with the same, count for at most: they say only so much. */
const MOST_OF_OTHERS = [2, 20];
/** Tries that a prior, or a wider level, counts for beside the observations of a level. */
const WEIGHT = 1;
/** Links that are expected of a page on which something pays, and that a page's worth of work has to bring. */
const LINKS_OF_PAGE = 2;
const LEAST_OF_PAGE = 1;
/** Share of what pages cost that may be spent on trying again what is not worth its price; most that is saved, or owed, in pages. */
const SHARE = 0.03;
const MOST_SAVED = 1;
const MOST_OWED = 40;
/** Counts of one site that are kept, and of all sites: the sites learned from last come first. */
const MOST_COUNTS = 5000;
const MOST_COUNTS_IN_ALL = 200_000;
/** Links of one site that are known, and sites whose links are. */
const MOST_LINKS = 20_000;
const MOST_SITES = 100;
/** Kinds of controls that are counted for one site; where there are more, another one is not new. */
const MOST_CONTROLS = 100;

/** What pages have in common that do the same when something is done to them. */
export interface Layout {
  /** The pattern of their address. */
  readonly pattern: string;
  /** Stands for the scripts that they have. */
  readonly scripts: string;
}

interface Counts {
  readonly tries: number;
  readonly successes: number;
}
const NONE: Counts = { tries: 0, successes: 0 };

interface SiteYield {
  readonly counts: Map<string, Counts>;
  /** Keys of the links that its pages have had. */
  readonly links: Set<string>;
  readonly controls: Set<string>;
  /** Work that may be spent on trying again what is not worth it, by what that is. */
  readonly saved: Map<string, number>;
}

/**
 * Learns for each site the probability that something done to a page brings a link which no page of the site has had: a
 * technique, a kind of act, one more round of acts. Pages of one layout are counted apart from others with the same scripts,
 * and these from the rest of the site; a level with few observations is expected to be like the next wider one.
 */
export class TechniqueYield {
  /** Where controls lead that stand on all of a site's pages. */
  readonly routes = new KnownRoutes();
  readonly #sites = new Map<SiteId, SiteYield>();
  #size = 0;

  /**
   * Tells the probability, from 0 to 1, that `what` brings something to a page of a layout.
   *
   * @param prior the same before anything is known
   * @param weight tries that the prior counts for, and each wider level beside the next one
   */
  expected(site: SiteId, layout: Layout, what: string, prior: number, weight = WEIGHT): number {
    const counts = this.#sites.get(site)?.counts;
    const levels = keysOf(layout, what).map((key) => counts?.get(key) ?? NONE);
    return levels.reduce((mean, { tries, successes }, at) => {
      // Of a wider level only what it has besides the next one: that is judged by itself.
      const narrower = levels[at + 1];
      const own = Math.max(0, tries - (narrower?.tries ?? 0));
      const brought = Math.max(0, successes - (narrower?.successes ?? 0));
      const share = Math.min(1, (MOST_OF_OTHERS[at] ?? own) / Math.max(own, 1));
      return (weight * mean + share * brought) / (weight + share * own);
    }, prior);
  }

  /** Tells how often `what` was done to pages with the same scripts, those of long ago counted less. */
  tried(site: SiteId, layout: Layout, what: string): number {
    const [, alike = ''] = keysOf(layout, what);
    return Math.round(this.#sites.get(site)?.counts.get(alike)?.tries ?? 0);
  }

  /** Tells whether `what` is worth what it costs on a page of a layout, in pages. */
  isWorthIt(site: SiteId, layout: Layout, what: string, prior: number, price: number): boolean {
    return LINKS_OF_PAGE * this.expected(site, layout, what, prior) >= LEAST_OF_PAGE * price;
  }

  /**
   * Tells whether something that is not worth its price may be tried again, to see whether it is by now: a share of what the
   * site's pages cost is spent on that, so that it is tried the more seldom the dearer it is.
   *
   * @param price what that costs, in pages
   * @param credit what may be spent at first, and once it has brought something again
   */
  mayTryAgain(site: SiteId, what: string, price: number, credit: number): boolean {
    const { saved } = this.#of(site);
    const left = saved.get(what) ?? credit;
    saved.set(what, left);
    return left >= price;
  }

  /** Something has brought a link that was tried again, or not worth its price: it is trusted as at first. */
  forgive(site: SiteId, what: string, credit: number): void {
    const { saved } = this.#of(site);
    saved.set(what, Math.max(saved.get(what) ?? 0, credit));
  }

  /** Charges what it has cost to try something again in vain, in pages. */
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
      keep(counts, key, now, MOST_COUNTS);
    }
    this.#size += counts.size - size;
    for (const [other, { counts: others }] of this.#sites) {
      if (this.#size <= MOST_COUNTS_IN_ALL || other === site) break;
      this.#size -= others.size;
      this.#sites.delete(other);
    }
  }

  /** Tells whether some kinds of controls are new on the site, and notes them. */
  hasNewControls(site: SiteId, kinds: readonly string[]): boolean {
    const { controls } = this.#of(site);
    const fresh = kinds.filter((kind) => !controls.has(kind)).slice(0, MOST_CONTROLS - controls.size);
    for (const kind of fresh) controls.add(kind);
    return fresh.length > 0;
  }

  /** Tells whether no page of the site has had a link; parameters with which a file is loaded make no difference. */
  isNews(site: SiteId, link: FoundLink): boolean {
    return !this.#sites.get(site)?.links.has(keyOf(link));
  }

  /** Notes the links of a page that was read. */
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

/** From the site to those of its pages that have the same scripts, and of these to those of a layout. */
const keysOf = ({ pattern, scripts }: Layout, what: string): readonly string[] => [
  what,
  `${scripts} ${what}`,
  `${pattern} ${scripts} ${what}`,
];

const keyOf = ({ role, url, raw }: FoundLink): string =>
  role === 'link' ? (url ?? raw) : `+${(url ?? raw).replace(/[?#].*/s, '')}`;
