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

/** Tables whose rows get an id when they are inserted, by which other rows name them. */
export const numberedTables = [
  ...(['seeds', 'internal_links', 'external_links', 'bad_links', 'resources', 'runs', 'visits', 'traps'] as const),
  ...(['link_families', 'queue_groups', 'link_events', 'page_groups'] as const),
] satisfies readonly (keyof Schema)[];
export type NumberedTable = (typeof numberedTables)[number];

/** The ids of new rows, where SQLite does not give them: no other database of the crawl has the same. */
export interface Ids {
  /** The id of a new row. */
  next(table: NumberedTable): number;
  /** The first of so many ids that follow each other; `used` is called with each that a row gets. */
  peek(table: NumberedTable, count: number): number;
  /** A row has an id that was told by `peek`. */
  used(table: NumberedTable, id: number): void;
}

/** The kinds of links as `page_links` has them. */
export const PAGE_LINK = { internal: 0, external: 1, bad: 2 } as const;

/** A status as the tables hold it. */
export const statusCode = (status: LinkStatus): number => linkStatuses.indexOf(status);

/** The kinds of links as other tables have them. */
export const LINK_KIND = { internal: 0, external: 1, bad: 2, resource: 3 } as const;
