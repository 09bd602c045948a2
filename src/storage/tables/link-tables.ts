import type { Generated } from 'kysely';
import type { AliasKind, BadReason, LinkRole, ResourceRole } from '../../domain/link.ts';

/** Tables of links, of the pages that have them, and of deletions. */
export interface LinkTables {
  internal_links: InternalLinksTable;
  internal_link_identities: InternalLinkIdentitiesTable;
  internal_link_texts: InternalLinkTextsTable;
  refusals: RefusalsTable;
  crashes: CrashesTable;
  external_links: ExternalLinksTable;
  bad_links: BadLinksTable;
  resources: ResourcesTable;
  page_links: PageLinksTable;
  texts: TextsTable;
  aliases: AliasesTable;
  deletions: DeletionsTable;
}

/** Links within their site; the start page is such a link, without a source. */
interface InternalLinksTable {
  id: Generated<number>;
  site: number;
  /** Address to fetch, without scheme and host if these are the same as of the site's start page. */
  url: string;
  /** Least number of internal links from the start page to this link. */
  level: number;
  /** Internal link on whose page this link was first found; null for the start page. */
  source: number | null;
  /** Index of the status in `linkStatuses` (domain/link.ts). New statuses don't make the row larger. */
  status: number;
  /** Value from TIER (domain/rank.ts); a guess keeps the tier of guesses, whatever its status. */
  tier: Generated<number>;
  /** Value of the rank; null for a link that was never to be visited. */
  rank: number | null;
  /** Row of `queue_groups` of a waiting or claimed link; meaningless for other links. */
  queue_group: number | null;
  /** Failed loads that are to be retried. */
  attempts: Generated<number>;
  /** Time since when no page has the link; null while a page has it. */
  removed: number | null;
}

/** Identities of internal links, one row per site and address. A separate table, as each link must have exactly one. */
interface InternalLinkIdentitiesTable {
  site: number;
  /** First 53 bits of the identity key's SHA-1; see url/normalise.ts. */
  hash: number;
  link: number;
}

/** Text and origin of an internal link; a separate table, so that the frontier's rows stay small. */
interface InternalLinkTextsTable {
  link: number;
  anchor: string;
  context: string;
  rel: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  /** Time at which the link was found. */
  first_seen: number;
  /** Role of the link on its page. */
  role: LinkRole;
}

/** Last reason of a link order to refuse a link. Its status may have changed since: then the link came back. */
interface RefusalsTable {
  link: number;
  /** Row of `texts`. */
  reason: number;
}

/** Number of crawler crashes during visits of a link. */
interface CrashesTable {
  link: number;
  crashes: number;
}

/** Links to other sites, one row per site and address; `page_links` has all pages of such a link. */
interface ExternalLinksTable {
  id: Generated<number>;
  site: number;
  hash: number;
  url: string;
  host: string;
  /** Registrable domain by the public suffix list. */
  domain: string;
  /** Internal link on whose page this link was first found; `internal_links` has that page's level. */
  source: number;
  anchor: string;
  context: string;
  rel: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  first_seen: number;
  /** Rounded to the hour, see `link_sightings`. */
  last_seen: number;
  /** Time since when no page has the link; null while a page has it. */
  removed: number | null;
}

/** Values of `href` that are no valid link, one row per site and text. */
interface BadLinksTable {
  id: Generated<number>;
  site: number;
  hash: number;
  raw: string;
  reason: BadReason;
  source: number;
  anchor: string;
  element: string;
  technique: string;
  first_seen: number;
  /** Time since when no page has the link; null while a page has it. */
  removed: number | null;
}

/** Addresses without a link, or requested with a writing method; one row per site, method and address. */
interface ResourcesTable {
  id: Generated<number>;
  site: number;
  /** Hash as in `internal_link_identities`; for methods other than GET, of the method, a blank and the key. */
  hash: number;
  method: string;
  url: string;
  /** Strongest role in which the resource was found. */
  role: ResourceRole;
  host: string;
  domain: string;
  /** Internal link on whose page the resource was first found in that role. */
  source: number;
  anchor: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  first_seen: number;
  /** Rounded to the hour: a style sheet of many pages does not cost a write for each page. */
  last_seen: number;
}

/**
 * Every distinct link that a page has or had: from an internal link's page to an internal (0), external (1) or bad (2)
 * link. Rows that are not removed are the page's links at its last visit.
 */
interface PageLinksTable {
  source: number;
  kind: number;
  target: number;
  /** Position among the page's links, from 0. */
  place: number;
  /** Rows of `texts` for the link on this page; null: the same as where the link was found first. */
  anchor: number | null;
  tag_path: number | null;
  /** Time of the revisit that found or moved the link; null: the page's first visit. */
  added: number | null;
  /** Time of the revisit that no longer found the link; null while the page has it. */
  removed: number | null;
}

/** Texts that many rows share. */
interface TextsTable {
  id: Generated<number>;
  text: string;
}

/** Other addresses of a page, within its site. */
interface AliasesTable {
  site: number;
  /** Hash of the other address's identity. */
  hash: number;
  kind: AliasKind;
  /** Internal link of the page. */
  link: number;
  /** Other address, in the form of `internal_links`. */
  url: string;
  first_seen: number;
}

/**
 * Links that the user deleted. Their own rows are still updated, so that a link that is found again is known; queue,
 * lists and totals leave deleted links out.
 */
interface DeletionsTable {
  /** Code from LINK_KIND: the table of `link`. */
  kind: number;
  link: number;
  /** Number of the command that deleted the link, ascending. */
  batch: number;
  deleted_at: number;
}

/** Tables of waiting and claimed links. */
export interface QueueTables {
  queue_groups: QueueGroupsTable;
  queue: QueueTable;
  leases: LeasesTable;
  sequences: SequencesTable;
}

/**
 * Groups of waiting links: links of a site are claimed from the group with the largest tier, lane and value. The
 * nameless group of a lane has the value 0. Empty groups are deleted when a crawl opens.
 */
interface QueueGroupsTable {
  id: Generated<number>;
  site: number;
  /** Value from TIER (domain/rank.ts). */
  tier: number;
  lane: number;
  /** Empty for links without a group in their rank. */
  name: string;
  value: number;
  /** Number of the group's rows in `queue`, updated in the same transaction as `queue`. */
  waiting: Generated<number>;
}

/** Waiting links only, in the order of claims within a group: rank (descending), link. */
interface QueueTable {
  queue_group: number;
  rank: number;
  link: number;
  not_before: number;
}

/** Claimed links. A result counts only while the lease with its token exists; expired leases are given back. */
interface LeasesTable {
  link: number;
  site: number;
  /** Number of the sequence `lease`. */
  token: number;
  claimed_at: number;
  /** Run that holds the lease; the lease ends with the run. */
  owner: number;
  ends_at: number;
}

/** Numbers that must be unique among all processes of a database. Processes take blocks, so numbers may be skipped. */
interface SequencesTable {
  name: string;
  /** First free number. */
  next: number;
}
