import type { Generated } from 'kysely';
import type { Rendering, TemplateState } from '../../domain/page.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { TrapKind } from '../../url/traps.ts';

/** Tables of runs, visits, topics and kept states. */
export interface VisitTables {
  runs: RunsTable;
  visits: VisitsTable;
  topics: TopicsTable;
  kept_states: KeptStatesTable;
}

/** Last stored state of the link order; one row at most. */
interface KeptStatesTable {
  /** Code of the link order, and the settings of the link order. */
  key: string;
  /** Last visit that the link order learned from; number of these visits, sums of their ids and links. */
  last_visit: number;
  visits: number;
  sum_of_ids: number;
  sum_of_links: number;
  state: Uint8Array;
}

/** Topics of the database's crawls. */
interface TopicsTable {
  name: string;
  /** JSON with all keywords; see domain/topic.ts. */
  definition: string;
}

interface RunsTable {
  id: Generated<number>;
  started_at: number;
  ended_at: number | null;
  /** Duration of the run, updated with each visit. */
  milliseconds: number;
  /**
   * `page-limit`, `time-limit`, `done`, `interrupted`; null if killed, or while the run is active and not asked to end.
   */
  stopped: string | null;
  pid: number;
  /** Options and strategy as JSON. */
  config: string;
  /** Step of the recrawl run; null for a crawl. */
  recrawl_run: number | null;
}

/** Visits, each with the data that the decision for it was based on. */
interface VisitsTable {
  id: Generated<number>;
  run: number;
  site: number;
  link: number;
  /** Level of the page when the page was stored; new links on it are one level deeper. */
  level: Generated<number>;
  /** Link of the visited page; differs from `link` if that redirects within the site; null without a page. */
  page: number | null;
  started_at: number;
  milliseconds: number;
  outcome: Outcome;
  /** Reason for a visit without a page, or limits that the page reached. */
  reason: string;
  http_status: number | null;
  content_type: string;
  title: string;
  new_internal: number;
  new_external: number;
  reward: number;
  /** Tier and rank of the link, visits and reward of the site, all at the time of the pick. */
  tier: Generated<number>;
  lane: number;
  rank: number;
  site_visits: number;
  site_reward: number;
  /** State of the crawl at the pick: visits over all sites (n), and the largest reward of one visit (Xmax). */
  all_visits: number | null;
  reward_max: number | null;
  /** Number of sites that the rule could pick from. */
  ready: number | null;
  /** Score of the site by the rule; infinite for a pick that did not depend on earlier rewards. */
  site_score: number | null;
  /** Second-best site and its score; null if there was none. */
  next_site: number | null;
  next_score: number | null;
  /** Rendering of the page; null without a page. */
  rendering: Rendering | null;
  /** Relevance of the page to the topic, in [0, 1]; null without a topic or a page. */
  relevance: number | null;
  /** Age of the data about other workers' sites at the pick, in milliseconds; null on one machine. */
  view_age: number | null;
}

/** Tables of patterns in addresses and pages. */
export interface PatternTables {
  traps: TrapsTable;
  link_families: LinkFamiliesTable;
  family_parameters: FamilyParametersTable;
  templates: TemplatesTable;
  changing_blocks: ChangingBlocksTable;
}

/** Links that were skipped as part of an endless URL pattern, by pattern. */
interface TrapsTable {
  id: Generated<number>;
  site: number;
  kind: TrapKind;
  pattern: string;
  /** Number of skipped links. */
  links: number;
  /** Skipped link, or the page at which the trap was recognised. */
  example: string;
  first_seen: number;
}

/** Results of pages by family or folder (see url/traps.ts), only for those that lead to more of their own. */
interface LinkFamiliesTable {
  id: Generated<number>;
  site: number;
  pattern: string;
  /**
   * Pages that brought only more of the same, minus compensation for productive pages; see
   * frontier/visit/trap-watch.ts.
   */
  unproductive: number;
  /** Number of the family's rows in `family_parameters`. */
  parameters: number;
}

/** Parameters of links between addresses of a folder. */
interface FamilyParametersTable {
  family: number;
  /** First 53 bits of the SHA-1 of name and value as written. */
  hash: number;
  /** First 53 bits of the SHA-1 of the address in which the parameter was found first. */
  first: number;
}

/**
 * Groups of similar pages, each with a state that tells if plain requests find their links; see
 * capture/adaptive/template-statistics.ts.
 */
interface TemplatesTable {
  site: number;
  /** Pattern of the pages' addresses; see url/page-pattern.ts. */
  pattern: string;
  /** Shape of the page parts that need a browser; see capture/documents/page-shape.ts. */
  shape: string;
  state: TemplateState;
  /** Consecutive pages with equal results of both renderings; all pages with different results. */
  equal: number;
  different: number;
  /** Address of the page that was compared last, and time of the last change. */
  example: string;
  changed_at: number;
}

/** Statistics of text blocks that vary between fetches, per template; see frontier/visit/page-history.ts. */
interface ChangingBlocksTable {
  site: number;
  /** Pattern of the page's address; see url/page-pattern.ts. */
  pattern: string;
  key: number;
  kind: number;
  /** Comparisons of two versions in which the block differed, stayed, or returned to an earlier text. */
  flips: number;
  stays: number;
  returns: number;
}
