import type { Store } from './open.ts';
import { firstEdges } from './page-links.ts';
import { PAGE_LINK } from './schema.ts';
import { statement } from './statement.ts';

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
