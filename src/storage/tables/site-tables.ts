import type { Generated } from 'kysely';
import type { ScopeKind, SiteKind, SiteStatus } from '../../domain/site.ts';

/** The sites, and what is known of their hosts. */
export interface SiteTables {
  crawler_settings: CrawlerSettingsTable;
  seeds: SeedsTable;
  hosts: HostsTable;
  robots: RobotsTable;
  session_pages: SessionPagesTable;
  site_edits: SiteEditsTable;
}

/** What is valid for the whole database: `fold-case` and `ignore-in-urls`, fixed when the crawl begins, as identities depend on them. */
interface CrawlerSettingsTable {
  name: string;
  value: string;
}

/** The sites. Totals are kept in the transaction that stores the rows they count; they leave out deleted links. */
interface SeedsTable {
  id: Generated<number>;
  full_name: string;
  short_name: string;
  start_url: string;
  /** Scheme and host of the start page, which addresses of its links are stored without. */
  origin: string;
  host: string;
  kind: SiteKind;
  scope: ScopeKind;
  /** Where its start page was read, if that is in another folder of its host; null otherwise, and before it was. */
  home: Generated<string | null>;
  status: SiteStatus;
  /** Why a site is not available, or its session is taken for ended; empty otherwise. */
  note: string;
  /** Pages read: visits of outcome `page`. */
  pages: number;
  /** Visits that brought no page: all other outcomes. Both are charged to the budget. */
  failed: number;
  internal: number;
  external: number;
  bad: number;
  resources: number;
  reward_sum: number;
  reward_max: number;
  /** Time that its visits took. */
  milliseconds: number;
  added_at: number;
  /** When its user removed it: it is kept, but not crawled, listed or summed; null for the sites of the crawl. */
  removed: number | null;
  /** The page, a row of `internal_links`, whose link opened it, where the crawl found it itself; null where its user gave it. */
  found_on: Generated<number | null>;
  /** Its own limits, see domain/site.ts; null: as the crawl has them. `delay` in milliseconds. */
  page_limit: Generated<number | null>;
  depth: Generated<number | null>;
  delay: Generated<number | null>;
  /** Its own patterns: JSON arrays. */
  include: Generated<string>;
  exclude: Generated<string>;
}

/** Hosts that answered that they are busy, until they recover; see frontier/hosts/hosts.ts. */
interface HostsTable {
  /** Without a leading `www.`; with the port where it is not the usual one. */
  host: string;
  /** Milliseconds added to the host's delay. */
  extra_delay: number;
  not_before: number;
}

/** The robots.txt file of each scheme, host and port that was asked. */
interface RobotsTable {
  origin: string;
  fetched_at: number;
  http_status: number;
  /** The first 500 KiB; empty where there is none, which allows everything. */
  body: string;
}

/** What a site's pages looked like while a session held, that its end is noticed. Counts are pages. */
interface SessionPagesTable {
  site: number;
  pages: number;
  /** Those with a form for a password. */
  asks_password: number;
  /** Those that ask to log in. */
  offers_log_in: number;
  /** Those with a way to log out. */
  offers_log_out: number;
  /** Blocks of text that all had so far: a JSON array. */
  blocks: string;
}

/** Sites that were added, removed, brought back or limited, or that links were deleted from or restored to, while others may crawl. */
interface SiteEditsTable {
  id: Generated<number>;
  site: number;
  at: number;
}
