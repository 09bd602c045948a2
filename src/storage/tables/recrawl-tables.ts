import type { Generated } from 'kysely';
import type { LinkState } from '../../domain/link-check.ts';

/** Tables of recrawl runs, page revisits and link checks. */
export interface RecrawlTables {
  recrawl_runs: RecrawlRunsTable;
  page_groups: PageGroupsTable;
  recrawl_pages: RecrawlPagesTable;
  page_revisits: PageRevisitsTable;
  recrawl_sums: RecrawlSumsTable;
  validators: ValidatorsTable;
  link_checks: LinkChecksTable;
}

/** Recrawl runs: one step each, even if resumed several times. */
interface RecrawlRunsTable {
  /** Number from 1; step 0 is the crawl before the first recrawl run. */
  step: number;
  started_at: number;
  /** End of the recrawl run; null if unfinished. */
  ended_at: number | null;
  /** Revisit rule, and its parameters as JSON. */
  rule: string;
  params: string;
  /** Budget of the recrawl run and its distribution, as JSON. */
  budget: string;
  /** Last visit whose page has a row in `recrawl_pages`. */
  last_visit: number;
  /** Number of pages to revisit at the start of the recrawl run. */
  pages: number;
  /** State of the rule for all pages as JSON, during and at the end of the recrawl run; null for past runs. */
  pool: string | null;
  left_pool: string | null;
}

/** Pages of a site that share an address pattern and are likely to change alike; see url/page-pattern.ts. */
interface PageGroupsTable {
  id: Generated<number>;
  site: number;
  pattern: string;
}

/** Visited pages, one row each, once a recrawl has begun. */
interface RecrawlPagesTable {
  /** Internal link of the page. */
  page: number;
  site: number;
  /** Step of the page's first fetch. */
  first: number;
  /** Last step with a request for the page, answered or not. */
  tried: number;
  /** Time at which the page was last captured, or found unchanged or gone. */
  checked_at: number;
  /** Revisits since the first fetch, revisits that found a change, and consecutive revisits without an answer. */
  revisits: number;
  changes: number;
  failures: number;
  /** Step of the next request for a page that is gone; null for existing pages. */
  due: number | null;
  /** First number of the page's state under a rule with a static key; null under other rules. */
  key: number | null;
  /** Features and state of the page for the rule, see recrawl/page-facts.ts: 64-bit floats, little-endian. */
  facts: Uint8Array;
}

/** Results of a revisit. */
export type PageChange = 'unchanged' | 'changed' | 'gone' | 'back' | 'moved' | 'unreachable' | 'doubted';

/** Revisits, at most one per page and recrawl run; the state of a rule can be computed from these rows. */
interface PageRevisitsTable {
  step: number;
  page: number;
  run: number;
  started_at: number;
  milliseconds: number;
  change: PageChange;
  /** `full`: the page was captured; `conditional`: the server answered that the page has not changed. */
  way: 'full' | 'conditional';
  /** Characters of visible text: stored and still present, stored and gone, new. */
  kept: number;
  gone: number;
  fresh: number;
  /** Signal from the server before the revisit, as in revisit-rules/revisit-rule.ts; null without one. */
  signal: number | null;
  /** Priority from the rule. */
  priority: number;
  new_links: number;
  removed_links: number;
  returned_links: number;
}

/** Sums over the revisits of a recrawl run, by scope: of the rule, and of costs (`time`). JSON numbers. */
interface RecrawlSumsTable {
  step: number;
  scope: string;
  numbers: string;
  /** Row of `runs` that made these revisits, if several workers share the recrawl run; 0: all revisits. */
  run: number;
}

/** Validators from the server for conditional requests; empty without any. */
interface ValidatorsTable {
  page: number;
  etag: string;
  last_modified: string;
}

/** Link checks by `forager dead`. */
interface LinkChecksTable {
  /** URL as written in the link, including the fragment. */
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
