import type { TieredRank } from './rank.ts';

export type SiteId = number;

/** What the user says of a site's theme (Pechnikov & Chernobrovkin 2012, §5). */
export const siteKinds = ['university', 'institute', 'other'] as const;
export type SiteKind = (typeof siteKinds)[number];

/** What belongs to a site: its host, its registrable domain (public suffix list), or everything under its start path. */
export const scopeKinds = ['host', 'domain', 'prefix'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** How far links lead: `sites`: within the given sites; `domains`: to other hosts of their domains; `web`: wherever they lead. */
export const followKinds = ['sites', 'domains', 'web'] as const;
export type FollowKind = (typeof followKinds)[number];

/**
 * `waiting`: not begun; `finished`: nothing left to visit within the limits; `not-available`: its start page can't be
 * loaded, or its host does not answer any more; `session-ended`: its pages ask to log in, and wait for a run with a session that holds.
 */
export const siteStatuses = ['waiting', 'crawling', 'finished', 'not-available', 'session-ended'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

/** A site as its user names it. */
export interface NewSite {
  readonly name: string;
  /** Each site of a database has its own. */
  readonly shortName: string;
  /** Absolute http(s) address of the start page. */
  readonly url: string;
  readonly kind: SiteKind;
  readonly scope: ScopeKind;
}

/** What limits a site by itself. Undefined: as the crawl has it. */
export interface SiteLimits {
  /** Pages that may be charged to it, at least 1; in place of the crawl's limit for each site. */
  readonly pageLimit: number | undefined;
  /** Deepest level that is visited, at least 0; in place of the crawl's. */
  readonly depth: number | undefined;
  /** Milliseconds from one request to one of its hosts to the next; in place of the crawl's, and robots.txt may ask for more. */
  readonly delay: number | undefined;
  /** Patterns, see url/patterns.ts: a link must pass these and the crawl's. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export const NO_LIMITS: SiteLimits = {
  ...{ pageLimit: undefined, depth: undefined, delay: undefined },
  ...{ include: [], exclude: [] },
};

/** What a site is called whose user gives it no name: its host and path. */
export const defaultShortName = ({ host, pathname }: URL): string => host + (pathname === '/' ? '' : pathname);

/** What a site has brought. Links are distinct, without deleted ones. */
export interface SiteTotals {
  /** Pages read, and visits that brought none: both are charged to the budget. */
  readonly pages: number;
  readonly failed: number;
  readonly internal: number;
  readonly external: number;
  readonly bad: number;
  readonly resources: number;
  /** Sum over its visits. */
  readonly reward: number;
}

/** A stored site. */
export interface Site extends NewSite {
  readonly id: SiteId;
  /** Id of the page whose link opened it; undefined: its user gave it. */
  readonly foundOn?: number | undefined;
}

/**
 * What a site rule and a link order see of a site. Sites with pages to hand out now are "ready".
 * A site's pulls are `visits + inFlight`: pages in flight count, so that concurrent picks differ.
 */
export interface SiteView {
  readonly id: SiteId;
  readonly kind: SiteKind;
  /** Pages charged to the budget so far, failed ones included. */
  readonly visits: number;
  /** Pages being visited now. */
  readonly inFlight: number;
  /** Sum of the rewards of its visits. */
  readonly rewardSum: number;
  /** Largest reward of one visit, 0 before the first. */
  readonly rewardMax: number;
  /** Time its visits took, in milliseconds. */
  readonly milliseconds: number;
  /** Links waiting in its queue. */
  readonly waiting: number;
  /** Rank of the best of its links that wait and don't pause; a ready site has one. */
  readonly best: TieredRank | undefined;
}

/** Pulls of the arm: pages visited and pages in flight. */
export const pulls = (site: Pick<SiteView, 'visits' | 'inFlight'>): number => site.visits + site.inFlight;

/** What sites are put in an order by. */
export type OrderedSite = Pick<SiteView, 'id' | 'best' | 'visits' | 'inFlight' | 'milliseconds'>;

/** Where the crawl stands, as a rule sees it: time and budget are arguments, never read from the machine. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pages charged and pages in flight, over all sites. */
  readonly pulls: number;
  /** Largest reward of one visit so far, over all sites. */
  readonly rewardMax: number;
  /** Sites in the crawl, finished ones included (K). */
  readonly sites: number;
  /** The crawl's budget of pages (N), or undefined. */
  readonly pageLimit: number | undefined;
  /** The crawl's budget of time in milliseconds, or undefined. */
  readonly timeLimit: number | undefined;
}
