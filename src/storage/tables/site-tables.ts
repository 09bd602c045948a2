import type { Generated } from 'kysely';
import type { ScopeKind, SiteKind, SiteStatus } from '../../domain/site.ts';

/** Tables of sites and their hosts. */
export interface SiteTables {
  crawler_settings: CrawlerSettingsTable;
  seeds: SeedsTable;
  hosts: HostsTable;
  robots: RobotsTable;
  session_pages: SessionPagesTable;
  site_edits: SiteEditsTable;
}

/**
 * Settings of the whole database, fixed when the crawl begins: `fold-case` and `ignore-in-urls`, which determine
 * identities.
 */
interface CrawlerSettingsTable {
  name: string;
  value: string;
}

/** Sites. Totals leave out deleted links, and change in the transaction that stores the counted rows. */
interface SeedsTable {
  id: Generated<number>;
  full_name: string;
  short_name: string;
  start_url: string;
  /** Scheme and host of the start page, omitted from stored addresses with the same ones. */
  origin: string;
  host: string;
  kind: SiteKind;
  scope: ScopeKind;
  /** Address to which the start page led, if in another folder of its host; null otherwise, and before the visit. */
  home: Generated<string | null>;
  status: SiteStatus;
  /** Reason if the site is not available, or if its session seems to have ended; empty otherwise. */
  note: string;
  /** Visits of outcome `page`. */
  pages: number;
  /** Visits of other outcomes, without a page. Both numbers count for the page limit. */
  failed: number;
  internal: number;
  external: number;
  bad: number;
  resources: number;
  reward_sum: number;
  reward_max: number;
  /** Total duration of the site's visits. */
  milliseconds: number;
  added_at: number;
  /** Time at which the user removed the site, which is no longer crawled, listed or summed; null: not removed. */
  removed: number | null;
  /** Page (a row of `internal_links`) with the link to a site that the crawl found; null for a site from the user. */
  found_on: Generated<number | null>;
  /** Limits of the site, see domain/site.ts; null: those of the crawl. `delay` in milliseconds. */
  page_limit: Generated<number | null>;
  depth: Generated<number | null>;
  delay: Generated<number | null>;
  /** Patterns of the site: JSON arrays. */
  include: Generated<string>;
  exclude: Generated<string>;
}

/** Hosts that answered "busy", until they recover; see frontier/hosts/hosts.ts. */
interface HostsTable {
  /** Host without a leading `www.`, with the port if unusual. */
  host: string;
  /** Milliseconds added to the host's delay. */
  extra_delay: number;
  not_before: number;
}

/** robots.txt files, one for each scheme, host and port. */
interface RobotsTable {
  origin: string;
  fetched_at: number;
  http_status: number;
  /** First 500 KiB; empty without a file, which allows everything. */
  body: string;
}

/** Features of a site's pages during a session, to notice the session's end. Counts are pages. */
interface SessionPagesTable {
  site: number;
  pages: number;
  /** Pages with a password form. */
  asks_password: number;
  /** Pages that ask to log in. */
  offers_log_in: number;
  /** Pages with a way to log out. */
  offers_log_out: number;
  /** Blocks of text that all pages had so far: a JSON array. */
  blocks: string;
}

/**
 * Edits for other processes: sites that were added, removed, restored or limited, or whose links were deleted or
 * restored.
 */
interface SiteEditsTable {
  id: Generated<number>;
  site: number;
  at: number;
}
