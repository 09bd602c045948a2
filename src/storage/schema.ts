import { type LinkStatus, linkStatuses } from '../domain/link.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { LinkTables, QueueTables } from './tables/link-tables.ts';
import type { RecrawlTables } from './tables/recrawl-tables.ts';
import type { SiteTables } from './tables/site-tables.ts';
import type { PatternTables, VisitTables } from './tables/visit-tables.ts';

/**
 * Tables, among them BeeBot's five under their names (Pechnikov & Chernobrovkin 2012, §2): crawler_settings, seeds,
 * internal_links, external_links, bad_links. Times are integer milliseconds since the epoch, durations milliseconds.
 * docs/tables.md describes the tables to users.
 */
export interface Schema
  extends SiteTables,
    LinkTables,
    QueueTables,
    VisitTables,
    PatternTables,
    RecrawlTables,
    HistoryTables {}

/** Tables whose rows get an id on insertion, for references from other rows. */
export const numberedTables = [
  ...(['seeds', 'internal_links', 'external_links', 'bad_links', 'resources', 'runs', 'visits', 'traps'] as const),
  ...(['link_families', 'queue_groups', 'link_events', 'page_groups'] as const),
] satisfies readonly (keyof Schema)[];
export type NumberedTable = (typeof numberedTables)[number];

/** Source of row ids that are unique among all databases of a crawl, instead of SQLite's. */
export interface Ids {
  /** Returns the id of a new row. */
  next(table: NumberedTable): number;
  /** Returns the first of `count` consecutive free ids; call `used` for each id that a row gets. */
  peek(table: NumberedTable, count: number): number;
  /** Marks an id from `peek` as used by a row. */
  used(table: NumberedTable, id: number): void;
}

/** Codes of link kinds in `page_links`. */
export const PAGE_LINK = { internal: 0, external: 1, bad: 2 } as const;

/** Returns the code of a status in the tables. */
export const statusCode = (status: LinkStatus): number => linkStatuses.indexOf(status);

/** Codes of link kinds in other tables. */
export const LINK_KIND = { internal: 0, external: 1, bad: 2, resource: 3 } as const;
