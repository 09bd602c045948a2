import { sql } from 'kysely';
import { checkedLinks } from '../link-checks.ts';
import type { Store } from '../open.ts';
import { allRows, rows } from '../statement.ts';

/** Lists links that died at or after `since` (milliseconds since the epoch), newest first. */
export function newlyDead(store: Store, since: number, most: number) {
  const dead = sql`from link_checks known where known.dead_at >= ${since} and known.url in (select url from (${checkedLinks}))`;
  const query = sql<{
    url: string;
    reason: string;
  }>`select known.url, known.reason ${dead} order by known.dead_at desc, known.url limit ${most}`;
  const counting = sql<{ links: number }>`select count(*) as links ${dead}`;
  const [counted] = rows(store, counting);
  return { links: counted?.links ?? 0, first: allRows(store, query) };
}

/** Counts visited pages of the last two runs of the same kind (crawl or recrawl), last run first. */
export function pagesOfLastRuns(store: Store): { readonly last: number; readonly before: number } | undefined {
  const query = sql<{ pages: number }>`
    select (select count(*) from visits where visits.run = run.id and visits.page is not null)
      + (select count(*) from page_revisits revisit where revisit.run = run.id and revisit.change not in ('unreachable', 'doubted')) as pages
    from runs run where run.ended_at is not null
      and (run.recrawl_run is null) = (select recrawl_run is null from runs order by id desc limit 1)
    order by run.id desc limit 2`;
  const [last, before] = allRows(store, query);
  return last && before && { last: last.pages, before: before.pages };
}
