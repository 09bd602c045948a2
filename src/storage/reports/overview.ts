import { sql } from 'kysely';
import { linkQuery } from '../lists/links.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, statusCode } from '../schema.ts';
import { isKept } from '../sql-texts.ts';
import { allRows, firstRow, statement } from '../statement.ts';

/** External registrable domain, with the number of sites that link to the domain, and of their links. */
interface LinkedDomain {
  readonly domain: string;
  readonly sites: number;
  readonly links: number;
}

/** Lists the domains that most sites link to; more links break ties. Counts are those of the link lists. */
export function mostLinked(store: Store, most: number): LinkedDomain[] {
  // Groups by site first, in the order of the index on sites and domains, so that a million links need no sorting.
  const query = sql<LinkedDomain>`select domain, count(*) as sites, sum(links) as links from (
      select site, domain, count(*) as links from external_links link
      where site in (select id from seeds where removed is null) and ${isKept(LINK_KIND.external, 'link')}
      group by site, domain)
    group by domain order by sites desc, links desc, domain limit ${most}`;
  return allRows(store, query);
}

interface DeadLinks {
  readonly links: number;
  /** Dead links that died at or after a time. */
  readonly fresh: number;
}

/** Counts links of a kind that the last check found dead; `since` in milliseconds since the epoch. */
export function deadLinks(store: Store, kind: 'external' | 'internal', since: number): DeadLinks {
  const isFresh = sql`exists (select 1 from link_checks known where known.url = link.url and known.dead_at >= ${since})`;
  const query = linkQuery(store, kind, { checked: 'dead' }, false).select(({ fn }) => [
    fn.countAll<number>().as('links'),
    fn.coalesce(fn.sum<number>(isFresh), sql.lit(0)).as('fresh'),
  ]);
  return firstRow(store, query) ?? { links: 0, fresh: 0 };
}

/** Queries on problems that the user may have to solve. */
export const concernQueries = (store: Store) => ({
  /** Finds sites with a start page that robots.txt forbids. */
  forbiddenStarts: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .select('site')
      .distinct()
      .where('status', '=', sql.lit(statusCode('forbidden')))
      .where('level', '=', 0),
  ),

  /** Finds one address that was checked for dead links, if any. */
  anyCheck: statement<object>()(store, (query) => query.selectFrom('link_checks').select('url').limit(1)),
});
