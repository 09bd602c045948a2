import type { Schema } from '../storage/schema.ts';

/**
 * Owner of a table's rows: `site`, `link`, `kindAndLink`, `family`: by that column; `edge`: by the page, or by the
 * target if another worker has the page; `host`, `origin`: any site of that domain; `crawl`: no site; `worker`: never
 * sent.
 */
type Owner =
  | { readonly by: 'site' | 'link' | 'family' | 'host' | 'origin'; readonly column: string }
  | { readonly by: 'edge' }
  | { readonly by: 'kindAndLink' }
  | { readonly by: 'crawl' | 'worker' };

const site: Owner = { by: 'site', column: 'site' };
const link: Owner = { by: 'link', column: 'link' };
const page: Owner = { by: 'link', column: 'page' };
const edge: Owner = { by: 'edge' };
const crawl: Owner = { by: 'crawl' };
const worker: Owner = { by: 'worker' };
const kindAndLink: Owner = { by: 'kindAndLink' };

/** Owners of all tables of a working set. */
export const tableOwners: Readonly<Record<keyof Schema & string, Owner>> = {
  crawler_settings: crawl,
  seeds: { by: 'site', column: 'id' },
  hosts: { by: 'host', column: 'host' },
  robots: { by: 'origin', column: 'origin' },
  session_pages: site,
  site_edits: worker,
  site_changes: site,
  internal_links: site,
  internal_link_identities: site,
  internal_link_texts: link,
  refusals: link,
  crashes: link,
  external_links: site,
  bad_links: site,
  resources: site,
  aliases: site,
  deletions: kindAndLink,
  past_deletions: kindAndLink,
  queue_groups: site,
  queue: link,
  leases: site,
  sequences: crawl,
  page_links: edge,
  earlier_edges: edge,
  // Ids of texts differ between workers: entries contain the texts themselves.
  texts: worker,
  runs: crawl,
  visits: site,
  topics: crawl,
  kept_states: crawl,
  traps: site,
  link_families: site,
  family_parameters: { by: 'family', column: 'family' },
  templates: site,
  changing_blocks: site,
  page_versions: page,
  page_texts: page,
  text_differences: page,
  link_events: kindAndLink,
  link_sightings: kindAndLink,
  level_changes: link,
  status_changes: link,
  earlier_forms: kindAndLink,
  proved_guesses: site,
  recrawl_runs: crawl,
  page_groups: site,
  recrawl_pages: site,
  page_revisits: page,
  recrawl_sums: crawl,
  validators: page,
  link_checks: crawl,
};

/** Columns that refer to `texts`. */
export const textColumns: Readonly<Partial<Record<keyof Schema & string, readonly string[]>>> = {
  page_links: ['anchor', 'tag_path'],
  earlier_edges: ['anchor', 'tag_path'],
  refusals: ['reason'],
};

/** Columns whose change alone is not sent: a run's duration follows from its visits. */
export const unsentColumns: Readonly<Partial<Record<keyof Schema & string, readonly string[]>>> = {
  runs: ['milliseconds'],
};

/** Conditions for rows to be sent: a place in the queue follows from its link's row, unless paused. */
export const sentRows: Readonly<Partial<Record<keyof Schema & string, (row: 'new' | 'old') => string>>> = {
  queue: (row) => `${row}.not_before > 0`,
};

/** Site of rows that belong to the crawl itself. */
export const CRAWL = 0;
