import { type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import { PAGE_LINK, type Schema } from './schema.ts';
import { after, statement } from './statement.ts';
import { insertInto, selectFrom } from './table-statements.ts';

/*
 * Visits as they were: link orders learn from them again when a crawl goes on, and the lab crawls them again.
 */

/** What visits brought, and the links of their pages as they stood then. */
export const observedQueries = (store: Store) => ({
  /** What a page brought when it was read. */
  yieldOf: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(['title', 'level', 'reward', 'new_external', 'relevance'])
      .where('page', '=', arg('page'))
      .orderBy('id')
      .limit(1),
  ),

  /** Visits that brought something to learn from, in their order, after one. */
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
   * A page's internal links as they stood on it when it was visited, in its order. Those that it was the first to have bear
   * their texts; to look up those of the others, which most are, takes as long as all else.
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

  /** The texts of all of them. */
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

  /** A page's external links as it had them when it was visited. */
  external: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .select('edge.target')
      .where('edge.kind', '=', PAGE_LINK.external)
      .where('edge.added', 'is', null),
  ),

  /** The addresses that they lead to, in the page's order. */
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

/** A number of a link that the page was the first to have; null, which is looked up nowhere, of another link. */
const ofNew = (source: RawBuilder<number>, column: string) =>
  sql<number>`case when internal_links.source = ${source} then ${sql.ref(column)} end`;

/** All edges that a page ever had, each as it stood first. */
const firstEdges = (source: RawBuilder<number>) => {
  const columns = sql.raw('edge.kind, edge.target, edge.added, edge.place, edge.anchor, edge.tag_path');
  const isLater = sql.raw(`exists (select 1 from earlier_edges former
    where former.source = edge.source and former.kind = edge.kind and former.target = edge.target`);
  return sql<Omit<Schema['page_links'], 'source' | 'removed'>>`(
    select ${columns} from page_links edge where edge.source = ${source} and not ${isLater})
    union all select ${columns} from earlier_edges edge
      where edge.source = ${source} and not ${isLater} and former.ended < edge.ended))`;
};

/** What a link order has learned, and from which visits. */
export const keptStateQueries = (store: Store) => ({
  find: selectFrom(store, 'kept_states', ['last_visit', 'visits', 'sum_of_ids', 'sum_of_links', 'state'], ['key']),
  /** Those of which a link order has been told by then. */
  toldOf: statement<{ lastVisit: number }>()(store, (query, arg) =>
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

  /** In the place of what was kept before. */
  put: after(
    [statement<object>()(store, (query) => query.deleteFrom('kept_states'))],
    insertInto(store, 'kept_states', [
      ...(['key', 'last_visit', 'visits', 'sum_of_ids', 'sum_of_links', 'state'] as const),
    ]),
  ),
});

/** Queries for those who crawl a recorded web again. */
export const recordedVisitQueries = (store: Store) => ({
  /** A site's visits, with where each led: to the page that was read, or to the one that was read before; and the page whose text is kept. */
  visits: statement<{ site: number }>()(store, (query, arg) =>
    query
      // Materialized, it is found by the link that was asked for.
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

  /** All links that a page ever had, in its order, as they stood on it first; their context, rel and element are those of where they were found first. */
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
      // What was followed to another site is external here.
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

/** Queries for those who recrawl the recorded versions of a web again. */
export const recordedCheckQueries = (store: Store) => ({
  /** Pages with their first version, in the order of their ids. */
  pages: statement<object>()(store, (query) =>
    query
      .selectFrom('revisits')
      .innerJoin('internal_links', 'internal_links.id', 'revisits.page')
      .innerJoin('seeds', 'seeds.id', 'revisits.site')
      .select(['revisits.page', 'revisits.site', 'revisits.first', 'internal_links.url', 'seeds.start_url'])
      .select(({ selectFrom }) =>
        selectFrom('page_versions')
          .select('size')
          .whereRef('page_versions.page', '=', 'revisits.page')
          .orderBy('at')
          .limit(1)
          .as('size'),
      )
      .where('seeds.removed', 'is', null)
      .orderBy('revisits.page'),
  ),

  /** Checks that found another version, by page and night. */
  changes: statement<object>()(store, (query) =>
    query
      .selectFrom('checks')
      .select(['page', 'step', 'change', 'kept', 'gone', 'fresh'])
      .where('change', 'in', ['changed', 'gone', 'back', 'moved'])
      .orderBy('page')
      .orderBy('step'),
  ),

  nights: statement<object>()(store, (query) =>
    query.selectFrom('nights').select(({ fn }) => fn.max('step').as('last')),
  ),
});
