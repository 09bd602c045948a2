import { type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import { PAGE_LINK, type Schema } from './schema.ts';
import { after, statement } from './statement.ts';
import { insertInto, selectFrom } from './table-statements.ts';

/*
 * Queries on past visits, for link orders of a resumed crawl and for replays in the lab.
 */

/** Queries on results of visits, and on the links of pages at their visit. */
export const observedQueries = (store: Store) => ({
  /** Finds the result of a page's first visit. */
  yieldOf: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(['title', 'level', 'reward', 'new_external', 'relevance'])
      .where('page', '=', arg('page'))
      .orderBy('id')
      .limit(1),
  ),

  /** Finds the next visits with something to learn from, in order. */
  visits: statement<{ after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('internal_links', 'internal_links.id', 'visits.link')
      .select(['visits.id', 'visits.site', 'visits.link', 'visits.level', 'visits.page', 'visits.outcome'])
      .select(['visits.reward', 'visits.title', 'visits.new_internal', 'visits.new_external', 'visits.relevance'])
      .select(['visits.started_at', 'visits.milliseconds'])
      .select('internal_links.url')
      .where('visits.id', '>', arg('after'))
      .where('visits.outcome', '!=', 'failed')
      .orderBy('visits.id')
      .limit(arg('limit')),
  ),

  /**
   * Finds a page's internal links as at its visit, in page order. Only links that were found first on this page have
   * texts; lookups of the other texts would double the time.
   */
  links: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .innerJoin('internal_links', 'internal_links.id', 'edge.target')
      .leftJoin('internal_link_texts', (join) =>
        join.on('internal_link_texts.link', '=', ofNew(arg('source'), 'internal_links.id')),
      )
      .leftJoin('texts as anchors', (join) => join.on('anchors.id', '=', ofNew(arg('source'), 'edge.anchor')))
      .leftJoin('texts as tag_paths', (join) => join.on('tag_paths.id', '=', ofNew(arg('source'), 'edge.tag_path')))
      .select(({ fn, val }) => [
        'internal_links.id',
        'internal_links.site',
        'internal_links.url',
        'internal_links.source',
        'edge.place',
        fn.coalesce('anchors.text', 'internal_link_texts.anchor', val('')).as('anchor'),
        fn.coalesce('tag_paths.text', 'internal_link_texts.tag_path', val('')).as('tag_path'),
        fn.coalesce('internal_link_texts.context', val('')).as('context'),
      ])
      .where('edge.kind', '=', PAGE_LINK.internal)
      .where('edge.added', 'is', null)
      .orderBy('edge.place')
      .orderBy('edge.target'),
  ),

  /** Finds the texts of all internal links that a page had at its visit. */
  texts: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .leftJoin('internal_link_texts', 'internal_link_texts.link', 'edge.target')
      .leftJoin('texts as anchors', 'anchors.id', 'edge.anchor')
      .leftJoin('texts as tag_paths', 'tag_paths.id', 'edge.tag_path')
      .select(({ fn, val }) => [
        'edge.target',
        fn.coalesce('anchors.text', 'internal_link_texts.anchor', val('')).as('anchor'),
        fn.coalesce('tag_paths.text', 'internal_link_texts.tag_path', val('')).as('tag_path'),
      ])
      .where('edge.kind', '=', PAGE_LINK.internal)
      .where('edge.added', 'is', null),
  ),

  /** Finds a page's external links as at its visit. */
  external: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .select('edge.target')
      .where('edge.kind', '=', PAGE_LINK.external)
      .where('edge.added', 'is', null),
  ),

  /** Finds the URLs of a page's external links as at its visit, in page order. */
  addresses: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .innerJoin('external_links', 'external_links.id', 'edge.target')
      .select('external_links.url')
      .where('edge.kind', '=', PAGE_LINK.external)
      .where('edge.added', 'is', null)
      .orderBy('edge.place')
      .orderBy('edge.target'),
  ),
});

/** Returns the number of a link that was found first on the page; null, which skips the lookup, for other links. */
const ofNew = (source: RawBuilder<number>, column: string) =>
  sql<number>`case when internal_links.source = ${source} then ${sql.ref(column)} end`;

/** Selects all edges that a page ever had, each in its first form. */
const firstEdges = (source: RawBuilder<number>) => {
  const columns = sql.raw('edge.kind, edge.target, edge.added, edge.place, edge.anchor, edge.tag_path');
  const isLater = sql.raw(`exists (select 1 from earlier_edges former
    where former.source = edge.source and former.kind = edge.kind and former.target = edge.target`);
  return sql<Omit<Schema['page_links'], 'source' | 'removed'>>`(
    select ${columns} from page_links edge where edge.source = ${source} and not ${isLater})
    union all select ${columns} from earlier_edges edge
      where edge.source = ${source} and not ${isLater} and former.ended < edge.ended))`;
};

/** Queries on the learned state of a link order and its visits. */
export const keptStateQueries = (store: Store) => ({
  find: selectFrom(store, 'kept_states', ['last_visit', 'visits', 'sum_of_ids', 'sum_of_links', 'state'], ['key']),
  /** Sums up the visits that a link order has learned from, up to `lastVisit`. */
  summaryOf: statement<{ lastVisit: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(({ fn, val }) => [
        fn.countAll<number>().as('visits'),
        fn.coalesce(fn.max('id'), val(0)).as('last_visit'),
        fn.coalesce(fn.sum<number>('id'), val(0)).as('sum_of_ids'),
        fn.coalesce(fn.sum<number>('link'), val(0)).as('sum_of_links'),
      ])
      .where('id', '<=', arg('lastVisit'))
      .where('outcome', '!=', 'failed'),
  ),

  /** Replaces the stored state. */
  put: after(
    [statement<object>()(store, (query) => query.deleteFrom('kept_states'))],
    insertInto(store, 'kept_states', [
      ...(['key', 'last_visit', 'visits', 'sum_of_ids', 'sum_of_links', 'state'] as const),
    ]),
  ),
});

/** Queries for replays of a recorded crawl. */
export const recordedVisitQueries = (store: Store) => ({
  /**
   * Finds a site's visits, each with the page that the link led to, visited then or earlier, and the page whose text is
   * stored.
   */
  visits: statement<{ site: number }>()(store, (query, arg) =>
    query
      // A materialized table can be searched by the requested link.
      .with(
        (table) => table('redirects').materialized(),
        (inner) =>
          inner
            .selectFrom('aliases')
            .innerJoin('internal_link_identities as identity', (join) =>
              join.onRef('identity.site', '=', 'aliases.site').onRef('identity.hash', '=', 'aliases.hash'),
            )
            .select(['identity.link as asked', 'aliases.link as landed'])
            .where('aliases.site', '=', arg('site'))
            .where('aliases.kind', '=', 'redirect'),
      )
      .selectFrom('visits')
      .innerJoin('internal_links as asked', 'asked.id', 'visits.link')
      .leftJoin('redirects', 'redirects.asked', 'asked.id')
      .leftJoin('internal_links as landed', (join) =>
        join.on((eb) => eb('landed.id', '=', eb.fn.coalesce('visits.page', 'redirects.landed'))),
      )
      .leftJoin('page_texts', (join) =>
        join.on((eb) => eb('page_texts.page', '=', eb.fn.coalesce('visits.page', 'redirects.landed', 'visits.link'))),
      )
      .select([
        'visits.link',
        'visits.outcome',
        'visits.reason',
        'visits.http_status',
        'visits.content_type',
        'visits.title',
        'visits.milliseconds',
        'asked.url',
        'asked.level',
        'landed.id as landed',
        'landed.url as landed_url',
        'page_texts.page as text_of',
      ])
      .where('visits.site', '=', arg('site'))
      .orderBy('visits.id'),
  ),

  /**
   * Finds all links that a page ever had, in page order and in first form; context, rel and element are from where the
   * link was found first.
   */
  links: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .leftJoin('external_links', (join) =>
        join.onRef('external_links.id', '=', 'edge.target').on('edge.kind', '=', PAGE_LINK.external),
      )
      .leftJoin('internal_links', (join) =>
        join.onRef('internal_links.id', '=', 'edge.target').on('edge.kind', '=', PAGE_LINK.internal),
      )
      .leftJoin('internal_link_texts', 'internal_link_texts.link', 'internal_links.id')
      .leftJoin('texts as anchors', 'anchors.id', 'edge.anchor')
      .leftJoin('texts as tag_paths', 'tag_paths.id', 'edge.tag_path')
      .select(({ fn, val }) => [
        fn.coalesce('internal_links.url', 'external_links.url', val('')).as('url'),
        fn.coalesce('anchors.text', 'internal_link_texts.anchor', 'external_links.anchor', val('')).as('anchor'),
        fn.coalesce('internal_link_texts.context', 'external_links.context', val('')).as('context'),
        fn.coalesce('internal_link_texts.rel', 'external_links.rel', val('')).as('rel'),
        fn.coalesce('internal_link_texts.element', 'external_links.element', val('')).as('element'),
        fn
          .coalesce('tag_paths.text', 'internal_link_texts.tag_path', 'external_links.tag_path', val(''))
          .as('tag_path'),
      ])
      // Links that were followed to another site count as external.
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('edge.kind', '!=', PAGE_LINK.internal),
          eb(
            'internal_links.site',
            '=',
            selectFrom('internal_links as page').select('page.site').where('page.id', '=', arg('source')),
          ),
        ]),
      )
      .orderBy('edge.place')
      .orderBy('edge.kind')
      .orderBy('edge.target'),
  ),
});

/** Queries for replays of recorded recrawl runs. */
export const recordedRevisitQueries = (store: Store) => ({
  /** Finds pages with the size of their first version, in the order of ids. */
  pages: statement<object>()(store, (query) =>
    query
      .selectFrom('recrawl_pages')
      .innerJoin('internal_links', 'internal_links.id', 'recrawl_pages.page')
      .innerJoin('seeds', 'seeds.id', 'recrawl_pages.site')
      .select([
        'recrawl_pages.page',
        'recrawl_pages.site',
        'recrawl_pages.first',
        'internal_links.url',
        'seeds.start_url',
      ])
      .select(({ selectFrom }) =>
        selectFrom('page_versions')
          .select('size')
          .whereRef('page_versions.page', '=', 'recrawl_pages.page')
          .orderBy('at')
          .limit(1)
          .as('size'),
      )
      .where('seeds.removed', 'is', null)
      .orderBy('recrawl_pages.page'),
  ),

  /** Finds revisits that found another version, by page and recrawl run. */
  changes: statement<object>()(store, (query) =>
    query
      .selectFrom('page_revisits')
      .select(['page', 'step', 'change', 'kept', 'gone', 'fresh'])
      .where('change', 'in', ['changed', 'gone', 'back', 'moved'])
      .orderBy('page')
      .orderBy('step'),
  ),

  recrawlRuns: statement<object>()(store, (query) =>
    query.selectFrom('recrawl_runs').select(({ fn }) => fn.max('step').as('last')),
  ),
});
