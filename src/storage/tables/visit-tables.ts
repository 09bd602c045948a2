import type { Generated } from 'kysely';
import type { Rendering, TemplateState } from '../../domain/page.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { TrapKind } from '../../url/traps.ts';

/** The runs and their visits. */
export interface VisitTables {
  runs: RunsTable;
  visits: VisitsTable;
  topics: TopicsTable;
  kept_states: KeptStatesTable;
}

/** What the link order had learned, one row at most: that which was kept last. */
interface KeptStatesTable {
  /** Of the link order: its code, and what it was made with. */
  key: string;
  /** The last visit that it had learned from; how many these are, and the sums of their ids and links. */
  last_visit: number;
  visits: number;
  sum_of_ids: number;
  sum_of_links: number;
  state: Uint8Array;
}

/** What crawls of the database were about. */
interface TopicsTable {
  name: string;
  /** JSON, with all keywords; see domain/topic.ts. */
  definition: string;
}

interface RunsTable {
  id: Generated<number>;
  started_at: number;
  ended_at: number | null;
  /** Time the run has lasted, brought up to date with each visit. */
  milliseconds: number;
  /** `page-limit`, `time-limit`, `done`, `interrupted`; null while it runs, unless it was asked to end, or if it was killed. */
  stopped: string | null;
  pid: number;
  /** The options and the strategy as JSON. */
  config: string;
  /** The night of recrawling that it serves; null for a crawl. */
  night: number | null;
}

/** Every visit, with what the decision for it was made on. */
interface VisitsTable {
  id: Generated<number>;
  run: number;
  site: number;
  link: number;
  /** The level of its page when that was stored: links that are new on it are one below. */
  level: Generated<number>;
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
  /** How its page was read; null where none was. */
  rendering: Rendering | null;
  /** How near to the topic what was read is, in [0, 1]; null without a topic, and where nothing was read. */
  relevance: number | null;
  /** Age of what was known of other workers' sites when the site was picked, in milliseconds; null on one machine. */
  view_age: number | null;
}

/** What is learned of addresses and pages that are made alike. */
export interface PatternTables {
  traps: TrapsTable;
  link_families: LinkFamiliesTable;
  family_parameters: FamilyParametersTable;
  templates: TemplatesTable;
  changing_blocks: ChangingBlocksTable;
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
  /** Pages that brought only more of the same, less what fruitful ones outweigh; see frontier/visit/trap-watch.ts. */
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

/** Pages that are made alike, and whether plain requests find their links; see capture/adaptive/template-statistics.ts. */
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

/** What is learned of blocks of text that differ from fetch to fetch, for each template; see frontier/visit/page-history.ts. */
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
