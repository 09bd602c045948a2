import { sql } from 'kysely';
import type { LinkEvent } from '../../domain/history.ts';
import { type LinkKind, type LinkStatus, linkStatuses } from '../../domain/link.ts';
import { TIER } from '../../domain/rank.ts';
import type { Outcome } from '../../domain/visit.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, PAGE_LINK } from '../schema.ts';
import { isKept } from '../sql-texts.ts';
import { allRows, firstRow, rows } from '../statement.ts';
import { address, linkTables } from './link-sources.ts';

/** Page that has or had a link. */
interface Inlink {
  readonly url: string;
  readonly title: string;
  /** Anchor on that page. */
  readonly anchor: string;
  readonly tagPath: string;
  /** Position among the page's links, from 0. */
  readonly place: number;
  /** Time since when the page no longer has the link; null while the page has it. */
  readonly removed: number | null;
}

/**
 * Returns the pages of the site that have a link, in order of discovery. Looks the edge up for each page of the site,
 * as edges are indexed by page: some microseconds each.
 * @param own anchor and tag path of the first find, which edges with the same ones omit
 */
export function inlinksOf(
  store: Store,
  kind: keyof typeof PAGE_LINK,
  { id, anchor, tagPath }: { readonly id: number; readonly anchor: string | null; readonly tagPath: string | null },
  most: number,
): { readonly inlinks: Inlink[]; readonly count: number } {
  const from = sql`from ${sql.table(linkTables[kind])} link
    join seeds site on site.id = link.site
    join internal_link_identities of_site on of_site.site = link.site
    join internal_links page on page.id = of_site.link
    join page_links edge on edge.source = page.id and edge.kind = ${PAGE_LINK[kind]} and edge.target = link.id
    where link.id = ${id} and page.status in (${sql.lit(linkStatuses.indexOf('visited'))}, ${sql.lit(linkStatuses.indexOf('claimed'))})`;
  const query = sql<Inlink>`select ${address('page')} as url, edge.place, edge.removed,
      coalesce((select title from visits where visits.page = page.id order by visits.id desc limit 1), '') as title,
      coalesce((select text from texts where texts.id = edge.anchor), ${anchor ?? ''}) as anchor,
      coalesce((select text from texts where texts.id = edge.tag_path), ${tagPath ?? ''}) as "tagPath"
    ${from} order by edge.removed is not null, page.id limit ${most}`;
  const counting = sql<{ count: number }>`select count(*) as count ${from}`;
  const inlinks = allRows(store, query);
  const count = inlinks.length < most ? inlinks.length : firstRow(store, counting)?.count;
  return { inlinks, count: count ?? 0 };
}

/** Returns the events of a link: removal, return, deletion and restoration, oldest first. */
export function historyOf(store: Store, kind: LinkKind, link: number) {
  const of = sql`kind = ${LINK_KIND[kind]} and link = ${link}`;
  const query = sql<{ at: number; event: LinkEvent | 'deleted' | 'restored' }>`
    select at, event from link_events where ${of}
    union all select deleted_at, 'deleted' from past_deletions where ${of}
    union all select restored_at, 'restored' from past_deletions where ${of}
    union all select deleted_at, 'deleted' from deletions where ${of}
    order by at`;
  return allRows(store, query);
}

interface VisitedPage {
  /** Link of the visited page; null without a page. */
  readonly page: number | null;
  /** Requested absolute address. */
  readonly asked: string;
  /** Address of the visited page. */
  readonly landed: string | null;
  readonly outcome: Outcome;
  readonly title: string;
}

/** Lists all visits of the crawl in order, without those of removed sites. */
export function* visitedPages(store: Store): Generator<VisitedPage> {
  const query = store.kysely
    .selectFrom('visits')
    .innerJoin('seeds as site', 'site.id', 'visits.site')
    .innerJoin('internal_links as asked', 'asked.id', 'visits.link')
    .leftJoin('internal_links as landed', 'landed.id', 'visits.page')
    .select(['visits.page', 'visits.outcome', 'visits.title'])
    .select([address('asked').as('asked'), address('landed').as('landed')])
    .where('site.removed', 'is', null)
    .orderBy('visits.id');
  yield* rows(store, query);
}

/** Page with its relevance to the topic at the visit. */
export interface RelevantPage {
  readonly page: number;
  readonly url: string;
  readonly site: string;
  readonly title: string;
  readonly relevance: number;
}

/** Lists the visited pages of some runs, most relevant first. */
export const relevantPages = (
  store: Store,
  runs: readonly number[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RelevantPage[] =>
  allRows(
    store,
    relevantVisits(store, runs)
      .select([
        'link.id as page',
        'site.short_name as site',
        'visits.title',
        'visits.relevance',
        address('link').as('url'),
      ])
      .orderBy('visits.relevance', 'desc')
      .orderBy('visits.id')
      .limit(limit)
      .offset(offset)
      .$narrowType<{ relevance: number }>(),
  );

export const countRelevantPages = (store: Store, runs: readonly number[]): number =>
  firstRow(
    store,
    relevantVisits(store, runs).select(({ fn }) => fn.countAll<number>().as('pages')),
  )?.pages ?? 0;

const relevantVisits = (store: Store, runs: readonly number[]) =>
  store.kysely
    .selectFrom('visits')
    .innerJoin('internal_links as link', (join) =>
      join.on((eb) => eb('link.id', '=', eb.fn.coalesce('visits.page', 'visits.link'))),
    )
    .innerJoin('seeds as site', 'site.id', 'visits.site')
    .where('visits.run', 'in', runs)
    .where('visits.relevance', '>', 0)
    .where('site.removed', 'is', null);

interface InternalAddress {
  readonly url: string;
  /** Short name of the site. */
  readonly site: string;
  readonly status: LinkStatus;
  readonly isStart: boolean;
}

/** Lists the addresses of internal links in order of discovery, without guesses, deleted links and removed sites. */
export function* internalAddresses(store: Store): Generator<InternalAddress> {
  const query = store.kysely
    .selectFrom('internal_links as link')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['site.short_name as site', 'link.status', 'link.source', address('link').as('url')])
    .where('site.removed', 'is', null)
    .where('link.tier', '!=', TIER.guess)
    .where(isKept(LINK_KIND.internal, 'link'))
    .orderBy('link.id');
  for (const { url, site, status, source } of rows(store, query))
    yield { url, site, status: linkStatuses[status] ?? 'waiting', isStart: source === null };
}
