import type { Generated } from 'kysely';
import type { LinkEvent, PageState } from '../../domain/history.ts';
import type { ListedRole } from '../../domain/link.ts';
import type { SiteStatus } from '../../domain/site.ts';
import type { LinkTables } from './link-tables.ts';

/** Tables of earlier states, for exports as of a date, lists of changes, and statistics. */
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
 * Earlier forms of edges that were removed and came back, and forms at the page's visit. An edge has at most one row
 * more than its number of returns.
 */
interface EarlierEdgesTable extends Omit<LinkTables['page_links'], 'removed'> {
  /** End of this form. */
  ended: number;
}

/** States of a page after each change, from its first visit; the last row is the current state. */
interface PageVersionsTable {
  page: number;
  /** Time of the first capture in this state. */
  at: number;
  state: PageState;
  http_status: number | null;
  /** Characters of visible text, without blocks that differ in every fetch. */
  size: number;
  /** First 53 bits of the SHA-1 of the whole visible text. */
  hash: number;
  /** Characters of the previous version that stayed and that were removed, and new characters. */
  kept: number;
  gone: number;
  fresh: number;
  /** Time of the last capture in this state. */
  last_seen: number;
}

/** Text of the last version of each existing page, for comparison with the next one; see storage/page-changes.ts. */
interface PageTextsTable {
  page: number;
  text: Uint8Array;
}

/** Differences between the texts of consecutive versions, for readers. */
interface TextDifferencesTable {
  page: number;
  /** Time of the version. */
  at: number;
  /** Changes as deflated JSON; see storage/page-changes.ts. */
  difference: Uint8Array;
}

/** Times at which a link disappeared from its last page or came back. */
interface LinkEventsTable {
  id: Generated<number>;
  /** Code from LINK_KIND. */
  kind: number;
  link: number;
  at: number;
  event: LinkEvent;
}

/** Earlier values of `last_seen`, which is updated once an hour at most. */
interface LinkSightingsTable {
  /** Code from LINK_KIND. */
  kind: number;
  link: number;
  at: number;
}

/** Earlier levels of internal links, until a shorter path was found. */
interface LevelChangesTable {
  link: number;
  at: number;
  level: number;
}

/** Earlier statuses of internal links; a claimed link counts as waiting. */
interface StatusChangesTable {
  link: number;
  at: number;
  status: number;
}

/** Earlier forms of links and resources that were found in a stronger role: a proved guess, or an embedded resource. */
interface EarlierFormsTable {
  /** Code from LINK_KIND. */
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

/** Former rows of `resources` for guesses that proved to be links. */
interface ProvedGuessesTable extends Omit<LinkTables['resources'], 'id'> {
  id: number;
  proved_at: number;
}

/** Deletions that were undone. */
interface PastDeletionsTable {
  /** Code from LINK_KIND. */
  kind: number;
  link: number;
  deleted_at: number;
  batch: number;
  restored_at: number;
}

/** Earlier states of sites, until their changes. */
interface SiteChangesTable {
  site: number;
  at: number;
  status: SiteStatus;
  note: string;
  removed: number | null;
}
