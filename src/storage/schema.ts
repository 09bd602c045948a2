import { type LinkStatus, linkStatuses } from '../domain/link.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { LinkTables, QueueTables } from './tables/link-tables.ts';
import type { RecrawlTables } from './tables/recrawl-tables.ts';
import type { SiteTables } from './tables/site-tables.ts';
import type { PatternTables, VisitTables } from './tables/visit-tables.ts';

/**
 * The tables. BeeBot's five are among them, by their names (Pechnikov & Chernobrovkin 2012, §2): crawler_settings, seeds,
 * internal_links, external_links, bad_links. Times are integer milliseconds since the epoch, durations milliseconds.
 * docs/tables.md tells the same to users.
 */
export interface Schema
  extends SiteTables,
    LinkTables,
    QueueTables,
    VisitTables,
    PatternTables,
    RecrawlTables,
    HistoryTables {}

/** The kinds of links as `page_links` has them. */
export const PAGE_LINK = { internal: 0, external: 1, bad: 2 } as const;

/** A status as the tables hold it. */
export const statusCode = (status: LinkStatus): number => linkStatuses.indexOf(status);

/** The kinds of links as other tables have them. */
export const LINK_KIND = { internal: 0, external: 1, bad: 2, resource: 3 } as const;
