import type { Generated } from 'kysely';
import type { LinkEvent, PageState } from '../domain/history.ts';
import type { AliasKind, BadReason, LinkRole, ListedRole, ResourceRole } from '../domain/link.ts';
import type { Rendering } from '../domain/page.ts';
import type { ScopeKind, SiteKind, SiteStatus } from '../domain/site.ts';
import type { TemplateState } from '../domain/template.ts';
import type { Outcome } from '../domain/visit.ts';
import type { TrapKind } from '../url/traps.ts';

/**
 * The tables. BeeBot's five stand first, by their names (Pechnikov & Chernobrovkin 2012, §2): crawler_settings, seeds,
 * internal_links, external_links, bad_links. Times are integer milliseconds since the epoch, durations milliseconds.
 * docs/tables.md tells the same to users.
 */
export interface Schema {
  crawler_settings: CrawlerSettingsTable;
  seeds: SeedsTable;
  internal_links: InternalLinksTable;
  internal_link_texts: InternalLinkTextsTable;
  refusals: RefusalsTable;
  external_links: ExternalLinksTable;
  bad_links: BadLinksTable;
  resources: ResourcesTable;
  queue_groups: QueueGroupsTable;
  queue: QueueTable;
  leases: LeasesTable;
  sequences: SequencesTable;
  page_links: PageLinksTable;
  earlier_edges: EarlierEdgesTable;
  texts: TextsTable;
  visits: VisitsTable;
  deletions: DeletionsTable;
  runs: RunsTable;
  hosts: HostsTable;
  robots: RobotsTable;
  aliases: AliasesTable;
  traps: TrapsTable;
  link_families: LinkFamiliesTable;
  family_parameters: FamilyParametersTable;
  templates: TemplatesTable;
  nights: NightsTable;
  page_groups: PageGroupsTable;
  revisits: RevisitsTable;
  checks: ChecksTable;
  night_sums: NightSumsTable;
  validators: ValidatorsTable;
  page_versions: PageVersionsTable;
  page_texts: PageTextsTable;
  link_events: LinkEventsTable;
  link_sightings: LinkSightingsTable;
  level_changes: LevelChangesTable;
  status_changes: StatusChangesTable;
  earlier_forms: EarlierFormsTable;
  proved_guesses: ProvedGuessesTable;
  past_deletions: PastDeletionsTable;
  site_changes: SiteChangesTable;
  changing_blocks: ChangingBlocksTable;
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
  host: string;
  kind: SiteKind;
  scope: ScopeKind;
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
}

/** Links that stay on their site; the start page is one, without a source. */
interface InternalLinksTable {
  id: Generated<number>;
  site: number;
  /** 53 bits of the identity key's SHA-1; see url/normalise.ts. */
  hash: number;
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
  /** Of the rank, as its value; null where the link never was to be visited. */
  lane: number | null;
  rank: number | null;
  /** The row of queue_groups that it waits in, where it waits or is claimed; it tells nothing otherwise. */
  queue_group: number | null;
  /** Loads that failed and are to be tried again. */
  attempts: number;
  /** Times that the crawler died while visiting it. */
  crashes: number;
  /** Since when no page has it any more; null while one has. */
  removed: number | null;
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
  /** When it was found; null in rows of a Forager that did not tell. */
  first_seen: number | null;
  /** What it is to its page; null in rows of a Forager that did not tell. */
  role: LinkRole | null;
}

/** Why a link order refused a link last; where its status is another one by now, it came back. */
interface RefusalsTable {
  link: number;
  /** A row of `texts`. */
  reason: number;
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
  site: number;
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
  /** The run that holds it; its end is the lease's. Null in rows of a Forager that did not tell, as `ends_at`. */
  owner: number | null;
  ends_at: number | null;
}

/** Numbers that no two holders of a database may both have. They are taken in blocks, so that some are left out. */
interface SequencesTable {
  name: string;
  /** The first one that nobody has taken. */
  next: number;
}

export const PAGE_LINK = { internal: 0, external: 1, bad: 2 } as const;

/**
 * Every distinct link that a page has or had: from an internal link's page to an internal (0), external (1) or bad (2)
 * link. As the page was read last are those that are not removed.
 */
interface PageLinksTable {
  source: number;
  kind: number;
  target: number;
  /** Its place among the page's links, from 0; 0 in rows of a Forager that did not tell. */
  place: number;
  /** Rows of `texts` that it has on this page; null: the same as where it was found first. */
  anchor: number | null;
  tag_path: number | null;
  /** The check of its page that found it, or found it in another place than at the visit; null: the page's visit. */
  added: number | null;
  /** The check that did not find it any more; null while the page has it. */
  removed: number | null;
}

/**
 * How edges stood before they were removed and came back, and where they stood when their page was visited. An edge has
 * at most one row more than it came back.
 */
interface EarlierEdgesTable extends Omit<PageLinksTable, 'removed'> {
  /** Until when. */
  ended: number;
}

/** Texts that many rows have. */
interface TextsTable {
  id: Generated<number>;
  text: string;
}

/** Every visit, with what the decision for it was made on. */
interface VisitsTable {
  id: Generated<number>;
  run: number;
  site: number;
  link: number;
  /** The link whose page was read: the target where `link` redirects to another address of the site; null without a page. */
  page: number | null;
  started_at: number;
  milliseconds: number;
  outcome: Outcome;
  /** Why no page was read, or limits that the page met. */
  reason: string;
  http_status: number | null;
  content_type: string;
  title: string;
  new_internal: number;
  new_external: number;
  reward: number;
  /** The link's tier and rank, and the site's pulls and reward when it was picked. */
  tier: Generated<number>;
  lane: number;
  rank: number;
  site_pulls: number;
  site_reward: number;
  /** Where the crawl stood then: pulls over all sites (n), and the largest reward of one visit (Xmax). */
  pulls: number | null;
  reward_max: number | null;
  /** How many sites the rule could pick from. */
  ready: number | null;
  /** The rule's score of the site; infinite where its turn did not depend on what it had brought. */
  site_score: number | null;
  /** The site that would have been picked else, and its score; null where there was none. */
  next_site: number | null;
  next_score: number | null;
  /** How its page was read; null where none was, and in rows of a Forager that did not tell. */
  rendering: Rendering | null;
  /** How near to the topic what was read is, in [0, 1]; null without a topic, and where nothing was read. */
  relevance: number | null;
}

/** The kinds of links as tables store them. */
export const LINK_KIND = { internal: 0, external: 1, bad: 2, resource: 3 } as const;

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

interface RunsTable {
  id: Generated<number>;
  started_at: number;
  ended_at: number | null;
  /** Time the run has lasted, brought up to date with each visit. */
  milliseconds: number;
  /** `page-limit`, `time-limit`, `done`, `interrupted`; null while it runs or if it was killed. */
  stopped: string | null;
  pid: number;
  /** The options and the strategy as JSON. */
  config: string;
  /** The night of recrawling that it serves; null for a crawl. */
  night: number | null;
}

/** Hosts that answered that they are busy, until they recover; see frontier/hosts.ts. */
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

/** Links that were set aside as endlessly many, by what they have in common. */
interface TrapsTable {
  id: Generated<number>;
  site: number;
  kind: TrapKind;
  pattern: string;
  /** How many were set aside. */
  links: number;
  /** One of them, or the page at which the trap was recognised. */
  example: string;
  first_seen: number;
}

/** What pages have brought, by family or folder, see url/traps.ts: for those only that lead to more of their own. */
interface LinkFamiliesTable {
  id: Generated<number>;
  site: number;
  pattern: string;
  /** Pages that brought only more of the same, less what fruitful ones outweigh; see frontier/trap-watch.ts. */
  barren: number;
  /** Its rows in family_parameters. */
  parameters: number;
}

/** Parameters in links from one address of a folder to another. */
interface FamilyParametersTable {
  family: number;
  /** 53 bits of the SHA-1 of name and value as written. */
  hash: number;
  /** The same of the address in which it was found first. */
  first: number;
}

/** Pages that are made alike, and whether plain requests find their links; see capture/template-book.ts. */
interface TemplatesTable {
  site: number;
  /** Of their addresses; see url/page-pattern.ts. */
  pattern: string;
  /** Of what they need a browser for; see capture/documents/page-shape.ts. */
  shape: string;
  state: TemplateState;
  /** Pages in a row that were read both ways and came to the same; those that did not, in all. */
  equal: number;
  different: number;
  /** Address of the page that was compared last, and when that was. */
  example: string;
  changed_at: number;
}

/** Nights of recrawling: one step each, however many runs it took. */
interface NightsTable {
  /** From 1; step 0 is the crawl before the first night. */
  step: number;
  started_at: number;
  /** Null for a night that is to go on. */
  ended_at: number | null;
  /** The revisit rule, and its parameters as JSON. */
  rule: string;
  params: string;
  /** What the night may spend, and how, as JSON. */
  budget: string;
  /** The last visit whose page has its row in `revisits`. */
  last_visit: number;
  /** Pages that could be checked when it began. */
  pages: number;
  /** What the rule knows of all pages, as JSON: during the night, and as the night left it. Null where it is past. */
  pool: string | null;
  left_pool: string | null;
}

/** Pages of a site that are likely to change alike: their addresses have a pattern, see url/page-pattern.ts. */
interface PageGroupsTable {
  id: Generated<number>;
  site: number;
  pattern: string;
}

/** One row for each page that was read, once a recrawl has begun. */
interface RevisitsTable {
  /** The internal link. */
  page: number;
  site: number;
  /** The step of its first fetch. */
  first: number;
  /** The last step at which it was asked for, whether it answered or not. */
  tried: number;
  /** When it was read, or found unchanged or gone, for the last time. */
  checked_at: number;
  /** Checks since its first fetch, those that found a change, and those in a row that got no answer. */
  checks: number;
  changes: number;
  failures: number;
  /** The step from which a page that is gone is looked for again; null for a page that is there. */
  due: number | null;
  /** The first number of its state under a rule with a static key; null under other rules. */
  key: number | null;
  /** What the rule sees of it and keeps for it, see recrawl/page-facts.ts: 64-bit floats, little end first. */
  facts: Uint8Array;
}

/** What a check can find. */
const pageChanges = ['unchanged', 'changed', 'gone', 'back', 'moved', 'unreachable'] as const;
export type PageChange = (typeof pageChanges)[number];

/** Every check of a page, one a night; what a rule knows can be folded from them. */
interface ChecksTable {
  step: number;
  page: number;
  run: number;
  started_at: number;
  milliseconds: number;
  change: PageChange;
  /** `full`: the page was read; `conditional`: its server said that it has not changed. */
  way: 'full' | 'conditional';
  /** Characters of visible text: stored and still there, stored and no longer there, there and not stored. */
  kept: number;
  gone: number;
  fresh: number;
  /** What its server told of it beforehand, as in revisit-rules/revisit-rule.ts; null where it told nothing. */
  signal: number | null;
  /** What the rule ranked it by. */
  priority: number;
  new_links: number;
  removed_links: number;
  returned_links: number;
}

/** What the checks of a night add up to, by scope: sums of the rule, and of what checks cost (`time`). JSON numbers. */
interface NightSumsTable {
  step: number;
  scope: string;
  numbers: string;
}

/** What a server said to ask again with; empty where it said nothing. */
interface ValidatorsTable {
  page: number;
  etag: string;
  last_modified: string;
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

/** The text of the last version of each page that is there, to compare the next with; see storage/page-texts.ts. */
interface PageTextsTable {
  page: number;
  text: Uint8Array;
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
interface ProvedGuessesTable extends Omit<ResourcesTable, 'id'> {
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

/** What is learned of blocks of text that differ from fetch to fetch, for each template; see frontier/block-memory.ts. */
interface ChangingBlocksTable {
  site: number;
  /** Of the page's address; see url/page-pattern.ts. */
  pattern: string;
  key: number;
  kind: number;
  /** Comparisons of two versions in which it differed, in which it did not, and in which an earlier text came back. */
  flips: number;
  stays: number;
  returns: number;
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

/** Sites that were added, removed or brought back, or that links were deleted from or restored to, while others may crawl. */
interface SiteEditsTable {
  id: Generated<number>;
  site: number;
  at: number;
}
