import type { Store } from './open.ts';
import { PAGE_LINK } from './schema.ts';
import { statement } from './statement.ts';

/** An edge; `anchor` and `tagPath` are rows of `texts`, null where they are the link's own. */
interface NewPageLink {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly place: number;
  readonly anchor: number | null;
  readonly tagPath: number | null;
}

/** Queries on the table `page_links`: the edges of the graph. */
export const pageLinkQueries = (store: Store) => ({
  /** Changes nothing where the edge is known. */
  insert: statement<NewPageLink>()(store, (query, arg) =>
    query
      .insertInto('page_links')
      .values({
        source: arg('source'),
        kind: arg('kind'),
        target: arg('target'),
        place: arg('place'),
        anchor: arg('anchor'),
        tag_path: arg('tagPath'),
      })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'target']).doNothing()),
  ),

  /** Links that a page has and that stand at a level deeper than `level`. */
  deeperTargets: statement<{ source: number; level: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('internal_links', 'internal_links.id', 'page_links.target')
      .select(['internal_links.id', 'internal_links.status'])
      .where('page_links.source', '=', arg('source'))
      .where('page_links.kind', '=', PAGE_LINK.internal)
      .where('internal_links.level', '>', arg('level')),
  ),

  of: statement<{ source: number }>()(store, (query, arg) =>
    query.selectFrom('page_links').select(['kind', 'target', 'place']).where('source', '=', arg('source')),
  ),

  /** A page's internal links as they stand on it, in its order, with those that it was the first to have. */
  internalOf: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('internal_links', 'internal_links.id', 'page_links.target')
      .leftJoin('internal_link_texts', 'internal_link_texts.link', 'internal_links.id')
      .leftJoin('texts as anchors', 'anchors.id', 'page_links.anchor')
      .leftJoin('texts as tag_paths', 'tag_paths.id', 'page_links.tag_path')
      .select(({ fn, val }) => [
        'internal_links.id',
        'internal_links.url',
        'internal_links.source',
        'page_links.place',
        fn.coalesce('anchors.text', 'internal_link_texts.anchor', val('')).as('anchor'),
        fn.coalesce('tag_paths.text', 'internal_link_texts.tag_path', val('')).as('tag_path'),
      ])
      .where('page_links.source', '=', arg('source'))
      .where('page_links.kind', '=', PAGE_LINK.internal)
      .orderBy('page_links.place')
      .orderBy('page_links.target'),
  ),

  /** How many links of a kind a page has. */
  count: statement<{ source: number; kind: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind')),
  ),

  /** An edge's place. */
  place: statement<{ source: number; kind: number; target: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('place')
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target')),
  ),

  remove: statement<{ source: number; kind: number; target: number }>()(store, (query, arg) =>
    query
      .deleteFrom('page_links')
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target')),
  ),

  setPlace: statement<{ source: number; kind: number; target: number; place: number }>()(store, (query, arg) =>
    query
      .updateTable('page_links')
      .set({ place: arg('place') })
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target')),
  ),

  /** A page that has the link. */
  pageOf: statement<{ kind: number; target: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('source')
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target'))
      .limit(1),
  ),
});

/** Which pages have a link? Asked for each that a page has lost; a crawl that checks no page does without. */
export const indexTargets = (store: Store): void => {
  store.connection.exec('create index if not exists page_links_target on page_links (kind, target)');
};
