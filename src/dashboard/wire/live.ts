import type { SiteStatus, SiteTotals } from '../../domain/site.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { PageChange } from '../../storage/tables/recrawl-tables.ts';

/** What all pages of the dashboard are told, at most twice a second. Times are milliseconds since the epoch, spans milliseconds. */
export interface LiveMessage {
  /** Another one when the database has changed, or the server was started anew. */
  readonly version: string;
  readonly crawl: CrawlNow;
  /** Visits since the last message, oldest first; where they were many, the last of them. */
  readonly visits: readonly VisitLine[];
}

/** A crawl as it stands. */
export interface CrawlNow extends Omit<SiteTotals, 'reward'> {
  /** On the server's clock. */
  readonly at: number;
  /** `here`: in the dashboard's process; `elsewhere`: in another; `nowhere`: none runs. */
  readonly runs: 'here' | 'elsewhere' | 'nowhere';
  readonly isStopping: boolean;
  /** Whether a crawl can be started in the dashboard's process. */
  readonly canStart: boolean;
  /** Whether the limits of the one that runs can be changed. */
  readonly canLimit: boolean;
  /** Why the last crawl that was started here failed; empty otherwise. */
  readonly trouble: string;
  /** Number of the last run; 0 before the first. */
  readonly run: number;
  /** Whether the last run is a night of recrawling. */
  readonly isNight: boolean;
  readonly strategy: { readonly reward: string; readonly siteRule: string; readonly linkOrder: string };
  /** Why the last run ended; null while it goes on, and before the first. */
  readonly stopped: string | null;
  /** Of the whole crawl, over all its runs, as its totals are. */
  readonly milliseconds: number;
  /** Links that wait. */
  readonly waiting: number;
  /** Pages a second, of late. */
  readonly rate: number;
  /** Null: no limit. */
  readonly limits: Readonly<Record<LimitName, number | null>>;
  /** Whether external links are followed: then sites that are found may be limited. */
  readonly follows: boolean;
  /** The night that the last run served; null: it served none. */
  readonly night: NightNow | null;
  readonly sites: Readonly<Record<SiteStatus, number>>;
}

/** A limit that may change while a crawl runs. */
export type LimitName = 'pageLimit' | 'timeLimit' | 'sitePageLimit' | 'depth' | 'newSites' | 'newSitePages';

/** A night of recrawling as it stands, over all its runs. */
export interface NightNow {
  readonly step: number;
  readonly rule: string;
  /** Null: no limit. */
  readonly pageLimit: number | null;
  readonly timeLimit: number | null;
  readonly milliseconds: number;
  /** Checks by what they found. */
  readonly checks: Readonly<Partial<Record<PageChange, number>>>;
  readonly newPages: number;
}

/** A visit, and why its page was picked. */
export interface VisitLine {
  readonly id: number;
  /** When it ended. */
  readonly at: number;
  readonly site: string;
  /** Absolute. */
  readonly url: string;
  readonly title: string;
  readonly level: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly milliseconds: number;
  readonly newInternal: number;
  readonly newExternal: number;
  readonly reward: number;
  readonly picked: Picked;
}

/** What a site was picked for. */
interface Picked {
  /** Null where the site's turn did not depend on what it had brought, or nothing is known. */
  readonly score: number | null;
  readonly pulls: number;
  /** Sites that could be picked from. */
  readonly ready: number | null;
  readonly next: { readonly site: string; readonly score: number | null } | null;
}
