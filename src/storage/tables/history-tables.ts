import type { Generated } from 'kysely';
import type { LinkEvent, PageState } from '../../domain/history.ts';
import type { ListedRole } from '../../domain/link.ts';
import type { SiteStatus } from '../../domain/site.ts';
import type { LinkTables } from './link-tables.ts';

/** How things stood before: what exports as of a date, lists of changes and folds need. */
export interface HistoryTables {
  earlier_edges: EarlierEdgesTable;
  page_versions: PageVersionsTable;
  page_texts: PageTextsTable;
  text_differences: TextDifferencesTable;
  link_events: LinkEventsTable;
  link_sightings: LinkSightingsTable;
  level_changes: LevelChangesTable;
  status_changes: StatusChangesTable;
  earlier_forms: EarlierFormsTable;
  proved_guesses: ProvedGuessesTable;
  past_deletions: PastDeletionsTable;
  site_changes: SiteChangesTable;
}

/**
 * How edges stood before they were removed and came back, and where they stood when their page was visited. An edge has
 * at most one row more than it came back.
 */
interface EarlierEdgesTable extends Omit<LinkTables['page_links'], 'removed'> {
  /** Until when. */
  ended: number;
}

/** How a page was each time that it had changed, from its first visit on; the last row is how it stands. */
interface PageVersionsTable {
  page: number;
  /** When it was read so first. */
  at: number;
  state: PageState;
  http_status: number | null;
  /** Characters of visible text, without blocks that differ at every fetch. */
  size: number;
  /** 53 bits of the SHA-1 of its whole visible text. */
  hash: number;
  /** Characters that were in the version before and stayed, that went, and that came. */
  kept: number;
  gone: number;
  fresh: number;
  /** When it was read so last. */
  last_seen: number;
}

/** The text of the last version of each page that is there, to compare the next with; see storage/check.ts. */
interface PageTextsTable {
  page: number;
  text: Uint8Array;
}

/** How the text of a version differs from that before, where both were there: what a reader of its page may want to see. */
interface TextDifferencesTable {
  page: number;
  /** That of the version. */
  at: number;
  /** Changes as JSON, deflated; see storage/check.ts. */
  difference: Uint8Array;
}

/** When a link was no longer on any page, and when it was found on one again. */
interface LinkEventsTable {
  id: Generated<number>;
  /** One of LINK_KIND. */
  kind: number;
  link: number;
  at: number;
  event: LinkEvent;
}

/** What `last_seen` of a link was before it was brought up to date, which happens once an hour at most. */
interface LinkSightingsTable {
  /** One of LINK_KIND. */
  kind: number;
  link: number;
  at: number;
}

/** The level that an internal link had until a shorter way to it was found. */
interface LevelChangesTable {
  link: number;
  at: number;
  level: number;
}

/** The status that an internal link had until it changed; one that was claimed counts as waiting. */
interface StatusChangesTable {
  link: number;
  at: number;
  status: number;
}

/** How a link or resource had been found until it was found in a stronger role: a guess proved, or a resource embedded. */
interface EarlierFormsTable {
  /** One of LINK_KIND. */
  kind: number;
  link: number;
  at: number;
  role: ListedRole;
  source: number | null;
  anchor: string | null;
  context: string | null;
  rel: string | null;
  element: string | null;
  tag_path: string | null;
  frame: string | null;
  technique: string | null;
}

/** Rows of `resources` that were guesses, until they proved links. */
interface ProvedGuessesTable extends Omit<LinkTables['resources'], 'id'> {
  id: number;
  proved_at: number;
}

/** Deletions that were taken back. */
interface PastDeletionsTable {
  /** One of LINK_KIND. */
  kind: number;
  link: number;
  deleted_at: number;
  batch: number;
  restored_at: number;
}

/** How a site stood until it changed. */
interface SiteChangesTable {
  site: number;
  at: number;
  status: SiteStatus;
  note: string;
  removed: number | null;
}
