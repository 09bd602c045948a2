import type { TieredRank } from './rank.ts';

export type SiteId = number;

/** Themes of a site, given by the user (Pechnikov & Chernobrovkin 2012, §5). */
export const siteKinds = ['university', 'institute', 'other'] as const;
export type SiteKind = (typeof siteKinds)[number];

/** Scopes of a site: a host, a registrable domain (public suffix list), or all pages under the start path. */
export const scopeKinds = ['host', 'domain', 'prefix'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** Reach of a crawl. `sites`: the given sites; `domains`: also other hosts of their domains; `web`: no limit. */
export const followKinds = ['sites', 'domains', 'web'] as const;
export type FollowKind = (typeof followKinds)[number];

/**
 * States of a site. `waiting`: not begun; `finished`: nothing left to visit within the limits; `not-available`: the
 * start page fails, or the host has stopped answering; `session-ended`: pages ask to log in.
 */
export const siteStatuses = ['waiting', 'crawling', 'finished', 'not-available', 'session-ended'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

/** Site as given by the user. */
export interface NewSite {
  readonly name: string;
  /** Short name, unique in a database. */
  readonly shortName: string;
  /** Absolute http(s) address of the start page. */
  readonly url: string;
  readonly kind: SiteKind;
  readonly scope: ScopeKind;
}

/** Limits of one site. Undefined: the crawl's limit applies. */
export interface SiteLimits {
  /** Maximum number of pages, at least 1; replaces the crawl's limit for each site. */
  readonly pageLimit: number | undefined;
  /** Deepest level to visit, at least 0; replaces the crawl's depth. */
  readonly depth: number | undefined;
  /** Milliseconds between two requests to one host; replaces the crawl's delay. robots.txt may require more. */
  readonly delay: number | undefined;
  /** Patterns, see url/patterns.ts. A link must pass the patterns of both the site and the crawl. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export const NO_LIMITS: SiteLimits = {
  ...{ pageLimit: undefined, depth: undefined, delay: undefined },
  ...{ include: [], exclude: [] },
};

/** Returns the default name of a site: host and path. */
export const defaultShortName = ({ host, pathname }: URL): string => host + (pathname === '/' ? '' : pathname);

/** Totals of a site. Links are distinct, without deleted ones. */
export interface SiteTotals {
  /** Captured pages. Failed visits count against the budget, too. */
  readonly pages: number;
  readonly failed: number;
  readonly internal: number;
  readonly external: number;
  readonly bad: number;
  readonly resources: number;
  /** Sum of the rewards of all visits. */
  readonly reward: number;
}

/** Stored site. */
export interface Site extends NewSite {
  readonly id: SiteId;
  /** Id of the page with the link that opened the site; undefined for a site given by the user. */
  readonly foundOn?: number | undefined;
}

/**
 * Site as seen by site rules and link orders. A "ready" site has pages to claim now. Pages in flight count as visits
 * (`visits + inFlight`), so that concurrent picks differ.
 */
export interface SiteView {
  readonly id: SiteId;
  readonly kind: SiteKind;
  /** Pages counted against the budget so far, failed ones included. */
  readonly visits: number;
  /** Pages in flight. */
  readonly inFlight: number;
  /** Sum of the rewards of the site's visits. */
  readonly rewardSum: number;
  /** Largest reward of one visit; 0 before the first. */
  readonly rewardMax: number;
  /** Total time of the visits, in milliseconds. */
  readonly milliseconds: number;
  /** Links in the queue. */
  readonly waiting: number;
  /** Rank of the best waiting link that isn't paused; defined for every ready site. */
  readonly best: TieredRank | undefined;
}

/** Returns the visits of a site, pages in flight included. */
export const visitsBegun = (site: Pick<SiteView, 'visits' | 'inFlight'>): number => site.visits + site.inFlight;

/** Properties that decide the order of sites. */
export type OrderedSite = Pick<SiteView, 'id' | 'best' | 'visits' | 'inFlight' | 'milliseconds'>;

/**
 * Progress of the crawl as seen by a rule. Rules get time and budget as arguments and never read the machine's clock.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pages counted and pages in flight, over all sites. */
  readonly visits: number;
  /** Largest reward of one visit so far, over all sites. */
  readonly rewardMax: number;
  /** Number of sites in the crawl, finished ones included (K). */
  readonly sites: number;
  /** Budget of pages (N), if any. */
  readonly pageLimit: number | undefined;
  /** Budget of time in milliseconds, if any. */
  readonly timeLimit: number | undefined;
}
