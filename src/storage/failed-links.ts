import { sql } from 'kysely';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { PAGE_LINK, statusCode } from './schema.ts';
import { rows } from './statement.ts';

/** Pages that are named of one link. */
const MOST_PAGES = 100;

/** What the last failed visit of each link ended with, such as `HTTP 404`. @param asOf visits that ended later are left out */
export function failureReasons(store: Store, asOf: number | undefined): ReadonlyMap<number, string> {
  const visits = sql<{ link: number; reason: string }>`select link, reason from visits where outcome = 'failed'
    ${asOf === undefined ? sql`` : sql`and started_at + milliseconds < ${asOf}`} order by id`;
  return new Map(Array.from(rows(store, visits.compile(store.kysely)), ({ link, reason }) => [link, reason]));
}

/** Addresses of the pages that have the internal links which failed, by link: a hundred at most of each, as they were found. */
export function pagesWithFailed(store: Store): ReadonlyMap<number, readonly string[]> {
  const edges = sql<{ link: number; url: string }>`select distinct link.id as link, page.id, ${address('page')} as url
    from page_links edge
    join internal_links link on link.id = edge.target and link.status = ${sql.lit(statusCode('failed'))}
    join internal_links page on page.id = edge.source join seeds site on site.id = page.site
    where edge.kind = ${PAGE_LINK.internal} and edge.removed is null order by link.id, page.id`;
  const pages = new Map<number, string[]>();
  for (const { link, url } of rows(store, edges.compile(store.kysely))) {
    const known = pages.get(link) ?? [];
    if (known.length < MOST_PAGES) pages.set(link, [...known, url]);
  }
  return pages;
}
