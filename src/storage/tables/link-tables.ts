import type { Generated } from 'kysely';
import type { AliasKind, BadReason, LinkRole, ResourceRole } from '../../domain/link.ts';

/** The links, where they stand, and what their user deleted. */
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

/** Links that stay on their site; the start page is one, without a source. */
interface InternalLinksTable {
  id: Generated<number>;
  site: number;
  /** The address to fetch; without scheme and host where they are those of the site's start page. */
  url: string;
  /** Least number of internal links that lead to it from the start page. */
  level: number;
  /** The internal link on whose page it was first found; null for the start page. */
  source: number | null;
  /** Place of the status in `linkStatuses` (domain/link.ts); a number, so that a new status never makes the row grow. */
  status: number;
  /** One of TIER (domain/rank.ts): that of guesses for as long as the link is a guess, whatever its status. */
  tier: Generated<number>;
  /** The rank's own value; null where the link never was to be visited. */
  rank: number | null;
  /** The row of queue_groups that it waits in, where it waits or is claimed; it tells nothing otherwise. */
  queue_group: number | null;
  /** Loads that failed and are to be tried again. */
  attempts: Generated<number>;
  /** Since when no page has it any more; null while one has. */
  removed: number | null;
}

/** By what internal links are found: one for each site and address. Apart, so that an identity, which no link can be without, is stored once. */
interface InternalLinkIdentitiesTable {
  site: number;
  /** 53 bits of the identity key's SHA-1; see url/normalise.ts. */
  hash: number;
  link: number;
}

/** How an internal link was found, and its text; apart, so that the frontier's rows stay small. */
interface InternalLinkTextsTable {
  link: number;
  anchor: string;
  context: string;
  rel: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  /** When it was found. */
  first_seen: number;
  /** What it is to its page. */
  role: LinkRole;
}

/** Why a link order refused a link last; where its status is another one by now, it came back. */
interface RefusalsTable {
  link: number;
  /** A row of `texts`. */
  reason: number;
}

/** Links during whose visits the crawler died, and how often. */
interface CrashesTable {
  link: number;
  crashes: number;
}

/** Links that leave their site, one row for each site and address; `page_links` knows every page that has it. */
interface ExternalLinksTable {
  id: Generated<number>;
  site: number;
  hash: number;
  url: string;
  host: string;
  /** Registrable domain by the public suffix list. */
  domain: string;
  /** The internal link on whose page it was first found; that page's level is in internal_links. */
  source: number;
  anchor: string;
  context: string;
  rel: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  first_seen: number;
  /** To the hour, see link_sightings. */
  last_seen: number;
  /** As in internal_links. */
  removed: number | null;
}

/** What stood under an href and could not be understood as a link, one row for each site and text. */
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
  /** As in internal_links. */
  removed: number | null;
}

/** Addresses that no link leads to, or that are asked with a method that writes; one row for each site, method and address. */
interface ResourcesTable {
  id: Generated<number>;
  site: number;
  /** As in internal_links; of the method, a blank and the key where the method is not GET. */
  hash: number;
  method: string;
  url: string;
  /** The strongest one that it was found in. */
  role: ResourceRole;
  host: string;
  domain: string;
  /** The internal link on whose page it was first found in that role. */
  source: number;
  anchor: string;
  element: string;
  tag_path: string;
  frame: string;
  technique: string;
  first_seen: number;
  /** To the hour: no row is written for each page of a site that has the same style sheet. */
  last_seen: number;
}

/**
 * Every distinct link that a page has or had: from an internal link's page to an internal (0), external (1) or bad (2)
 * link. As the page was read last are those that are not removed.
 */
interface PageLinksTable {
  source: number;
  kind: number;
  target: number;
  /** Its place among the page's links, from 0. */
  place: number;
  /** Rows of `texts` that it has on this page; null: the same as where it was found first. */
  anchor: number | null;
  tag_path: number | null;
  /** The check of its page that found it, or found it in another place than at the visit; null: the page's visit. */
  added: number | null;
  /** The check that did not find it any more; null while the page has it. */
  removed: number | null;
}

/** Texts that many rows have. */
interface TextsTable {
  id: Generated<number>;
  text: string;
}

/** Other addresses of a page, within its site. */
interface AliasesTable {
  site: number;
  /** Identity of the other address. */
  hash: number;
  kind: AliasKind;
  /** The internal link whose page it is. */
  link: number;
  /** The other address, as internal_links has it. */
  url: string;
  first_seen: number;
}

/**
 * Links that their user deleted. Their own rows stay as they are and change as they would, so that a link that is found
 * again is known; they leave the queue, the listings and the totals.
 */
interface DeletionsTable {
  /** One of LINK_KIND: the table that `link` stands in. */
  kind: number;
  link: number;
  /** Number of the command that deleted it, one more with each. */
  batch: number;
  deleted_at: number;
}

/** What waits, and what is claimed. */
export interface QueueTables {
  queue_groups: QueueGroupsTable;
  queue: QueueTable;
  leases: LeasesTable;
  sequences: SequencesTable;
}

/**
 * Groups of waiting links: a site hands out the links of the group with the largest tier, lane and value first. The
 * nameless group of a lane has the value 0. Those that emptied are swept out when a crawl opens.
 */
interface QueueGroupsTable {
  id: Generated<number>;
  site: number;
  /** One of TIER (domain/rank.ts). */
  tier: number;
  lane: number;
  /** Empty for links whose rank names no group. */
  name: string;
  value: number;
  /** Its rows in `queue`, kept in the transaction that adds or takes them. */
  waiting: Generated<number>;
}

/** Waiting links only, in the order in which their group hands them out: rank (descending), link. */
interface QueueTable {
  queue_group: number;
  rank: number;
  link: number;
  not_before: number;
}

/** Claimed links. A result counts only while its token is here; those that are dead are given back. */
interface LeasesTable {
  link: number;
  site: number;
  /** From the sequence `lease`. */
  token: number;
  claimed_at: number;
  /** The run that holds it; its end is the lease's. */
  owner: number;
  ends_at: number;
}

/** Numbers that no two holders of a database may both have. They are taken in blocks, so that some are left out. */
interface SequencesTable {
  name: string;
  /** The first one that nobody has taken. */
  next: number;
}
