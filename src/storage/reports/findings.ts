import { type RawBuilder, sql } from 'kysely';
import { SOFT_404 } from '../../domain/page.ts';
import type { Store } from '../open.ts';
import { PAGE_LINK } from '../schema.ts';
import { allRows, firstRow, statement } from '../statement.ts';
import { selectFrom } from '../table-statements.ts';

/** External host that most sites link to, and the number of all sites. */
interface SharedHost {
  readonly host: string;
  readonly sites: number;
  readonly links: number;
  readonly of: number;
}

/** Page on which most links were first found by some techniques, and the links of these techniques on all pages. */
interface RichestPage {
  readonly url: string;
  readonly links: number;
  readonly all: number;
}

/** Broken link, with the number of pages that have the link, and one of these pages. */
interface BrokenLink {
  readonly url: string;
  readonly reason: string;
  readonly pages: number;
  readonly on: string;
}

/** Trap with most skipped links. */
interface LargestTrap {
  readonly site: string;
  readonly pattern: string;
  readonly links: number;
}

/**
 * Finds the most shared external host. This and the next functions return undefined if there is none, and leave out
 * deleted links and removed sites.
 */
export const sharedHost = (store: Store): SharedHost | undefined =>
  first(
    store,
    sql`select host, count(distinct site) as sites, count(*) as links, (select count(*) from seeds where removed is null) as "of"
    from external_links_view where removed is null
    group by host having sites > 1 order by sites desc, links desc, host`,
  );

/**
 * Finds the page with most links.
 * @param techniques names of techniques, as stored with links; undefined: all external links
 */
export function richestPage(store: Store, techniques?: readonly string[]): RichestPage | undefined {
  const isCounted =
    techniques === undefined
      ? sql`kind = 'external'`
      : sql`technique in (${sql.join(techniques.map((name) => sql.lit(name)))})`;
  return first(
    store,
    sql`with found as (
      select 'external' as kind, source_url, technique from external_links_view where removed is null
      union all
      select 'internal', source_url, technique from internal_links_view where removed is null and role = 'link'
    )
    select source_url as url, count(*) as links, sum(count(*)) over () as "all"
    from found where source_url is not null and ${isCounted}
    group by source_url order by links desc, source_url`,
  );
}

export const brokenLink = (store: Store): BrokenLink | undefined =>
  first(
    store,
    sql`select link.url, visit.reason, count(distinct edge.source) as pages, link.source_url as "on"
    from visits visit
      join internal_links_view link on link.id = visit.link and link.status = 'failed' and link.removed is null
      join page_links edge on edge.kind = 0 and edge.target = link.id and edge.removed is null
    where visit.outcome = 'failed' and visit.reason in ('HTTP 404', 'HTTP 410', ${SOFT_404}) and link.source_url is not null
    group by link.id order by pages desc, link.id`,
  );

export const largestTrap = (store: Store): LargestTrap | undefined =>
  first(
    store,
    sql`select seeds.short_name as site, traps.pattern, traps.links
    from traps join seeds on seeds.id = traps.site and seeds.removed is null
    order by traps.links desc, traps.id`,
  );

/** Lists links that were first found on a page, external ones first. */
export const foundFirstOn = (store: Store, page: string): { readonly url: string; readonly anchor: string }[] =>
  allRows(
    store,
    sql<{ url: string; anchor: string }>`
      select url, anchor from external_links_view where source_url = ${page} and removed is null
      union all
      select url, anchor from internal_links_view where source_url = ${page} and role = 'link' and removed is null`,
  );

const first = <R>(store: Store, query: RawBuilder<unknown>): R | undefined => firstRow(store, sql<R>`${query} limit 1`);

/** Queries that explain the time of a visit, or its absence. */
export const decisionQueries = (store: Store) => ({
  /** Finds the last visit of a link; `number` counts the visits of the crawl, from 1. */
  visit: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .leftJoin('seeds', 'seeds.id', 'visits.next_site')
      .selectAll('visits')
      .select('seeds.short_name as next_name')
      .select(({ selectFrom }) =>
        selectFrom('visits as earlier')
          .select(({ fn }) => fn.countAll<number>().as('number'))
          .whereRef('earlier.id', '<=', 'visits.id')
          .as('number'),
      )
      .where('visits.link', '=', arg('link'))
      .orderBy('visits.id', 'desc')
      .limit(1),
  ),

  /** Finds an internal or external link of a page, if there is one. */
  linkOn: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('target')
      .where('source', '=', arg('page'))
      .where('kind', 'in', [PAGE_LINK.internal, PAGE_LINK.external])
      .limit(1),
  ),

  /** Counts the links of a site before a place in its queue. */
  before: statement<{ site: number; group: number; rank: number; link: number }>()(store, (query, arg) =>
    query
      .selectFrom('queue')
      .innerJoin('queue_groups as g', 'g.id', 'queue.queue_group')
      .innerJoin('queue_groups as own', (join) => join.on('own.id', '=', arg('group')))
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('g.site', '=', arg('site'))
      .where((eb) =>
        eb.or([
          eb('g.tier', '>', eb.ref('own.tier')),
          eb.and([
            eb('g.tier', '=', eb.ref('own.tier')),
            eb.or([
              eb('g.lane', '>', eb.ref('own.lane')),
              eb.and([
                eb('g.lane', '=', eb.ref('own.lane')),
                eb.or([
                  eb('g.value', '>', eb.ref('own.value')),
                  eb.and([
                    eb('g.value', '=', eb.ref('own.value')),
                    eb.or([
                      eb('rank', '>', arg('rank')),
                      eb.and([eb('rank', '=', arg('rank')), eb('link', '<', arg('link'))]),
                    ]),
                  ]),
                ]),
              ]),
            ]),
          ]),
        ]),
      ),
  ),

  deletion: selectFrom(store, 'deletions', ['deleted_at'], ['kind', 'link']),

  /** Finds the last reason of a link order to refuse a link. */
  refusal: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('refusals')
      .innerJoin('texts', 'texts.id', 'refusals.reason')
      .select('texts.text')
      .where('refusals.link', '=', arg('link')),
  ),
});
