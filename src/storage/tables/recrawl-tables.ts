import type { Generated } from 'kysely';
import type { LinkState } from '../../domain/link-check.ts';

/** Nights of recrawling, and checks of links. */
export interface RecrawlTables {
  nights: NightsTable;
  page_groups: PageGroupsTable;
  revisits: RevisitsTable;
  checks: ChecksTable;
  night_sums: NightSumsTable;
  validators: ValidatorsTable;
  link_checks: LinkChecksTable;
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
export type PageChange = 'unchanged' | 'changed' | 'gone' | 'back' | 'moved' | 'unreachable' | 'doubted';

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
  /** The run whose checks they are of, where several workers share the night; 0: of all. */
  run: number;
}

/** What a server said to ask again with; empty where it said nothing. */
interface ValidatorsTable {
  page: number;
  etag: string;
  last_modified: string;
}

/** Links whose addresses `forager dead` has checked. */
interface LinkChecksTable {
  /** As the link has it, its fragment included. */
  url: string;
  state: LinkState;
  reason: string;
  http_status: number | null;
  moved_to: string | null;
  etag: string;
  last_modified: string;
  checked_at: number;
  next_at: number;
  since: number;
  dead_at: number | null;
  tries: number;
}
