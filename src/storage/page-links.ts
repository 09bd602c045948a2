import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import { PAGE_LINK, type Schema } from './schema.ts';
import { after, statement, statementOfRows } from './statement.ts';

/** An edge; `anchor` and `tagPath` are rows of `texts`, null where they are the link's own. */
interface NewPageLink {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly place: number;
  readonly anchor: number | null;
  readonly tagPath: number | null;
}

/** What tells an edge from the others. */
interface EdgeKey {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
}

/** Queries on the tables `page_links` and `earlier_edges`: the edges of the graph. */
export const pageLinkQueries = (store: Store) => ({
  /** Edges that a visit found. Changes nothing where they are known. */
  insert: statementOfRows<NewPageLink>()(store, (query, edges) =>
    query
      .insertInto('page_links')
      .values(
        edges.map((arg) => ({
          source: arg('source'),
          kind: arg('kind'),
          target: arg('target'),
          place: arg('place'),
          anchor: arg('anchor'),
          tag_path: arg('tagPath'),
        })),
      )
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'target']).doNothing()),
  ),

  /** An edge that a check found: a new one, or one that comes back. */
  add: after(
    [keepEdge(store, (eb) => eb('removed', 'is not', null))],
    statement<NewPageLink & { readonly at: number }>()(store, (query, arg) =>
      query
        .insertInto('page_links')
        .values({
          source: arg('source'),
          kind: arg('kind'),
          target: arg('target'),
          place: arg('place'),
          anchor: arg('anchor'),
          tag_path: arg('tagPath'),
          added: arg('at'),
          removed: null,
        })
        .onConflict((conflict) =>
          conflict.columns(['source', 'kind', 'target']).doUpdateSet(({ ref }) => ({
            place: ref('excluded.place'),
            anchor: ref('excluded.anchor'),
            tag_path: ref('excluded.tag_path'),
            added: ref('excluded.added'),
            removed: null,
          })),
        ),
    ),
  ),

  /** Links that a page has and that stand at a level deeper than `level`. */
  deeperTargets: statement<{ source: number; level: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('internal_links', 'internal_links.id', 'page_links.target')
      .select(['internal_links.id', 'internal_links.status'])
      .where('page_links.source', '=', arg('source'))
      .where('page_links.kind', '=', PAGE_LINK.internal)
      .where('page_links.removed', 'is', null)
      .where('internal_links.level', '>', arg('level')),
  ),

  /** The edges that a page has now. */
  of: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(['kind', 'target', 'place'])
      .where('source', '=', arg('source'))
      .where('removed', 'is', null),
  ),

  /**
   * A page's internal links as they stood on it when it was visited, in its order. Those that it was the first to have bear
   * their texts; to look up those of the others, which most are, takes as long as all else.
   */
  visitedWith: statement<{ source: number }>()(store, (query, arg) =>
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
  visitedTexts: statement<{ source: number }>()(store, (query, arg) =>
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
  visitedExternal: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .select('edge.target')
      .where('edge.kind', '=', PAGE_LINK.external)
      .where('edge.added', 'is', null),
  ),

  /** The addresses that they lead to, in the page's order. */
  visitedAddresses: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom(firstEdges(arg('source')).as('edge'))
      .innerJoin('external_links', 'external_links.id', 'edge.target')
      .select('external_links.url')
      .where('edge.kind', '=', PAGE_LINK.external)
      .where('edge.added', 'is', null)
      .orderBy('edge.place')
      .orderBy('edge.target'),
  ),

  /** How many links of a kind a page has. */
  count: statement<{ source: number; kind: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('removed', 'is', null),
  ),

  /** An edge's place, where it stands now or stood last. */
  place: statement<EdgeKey>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('place')
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target')),
  ),

  /** The page has it no more. */
  remove: statement<EdgeKey & { readonly at: number }>()(store, (query, arg) =>
    query
      .updateTable('page_links')
      .set({ removed: arg('at') })
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target')),
  ),

  /** A check found it in another place. Only the place at the visit is kept besides: whole pages move by one line. */
  setPlace: after(
    [keepEdge(store, (eb) => eb('added', 'is', null))],
    statement<EdgeKey & { readonly place: number; readonly at: number }>()(store, (query, arg) =>
      query
        .updateTable('page_links')
        .set(({ fn }) => ({ place: arg('place'), added: fn.coalesce('added', arg('at')) }))
        .where('source', '=', arg('source'))
        .where('kind', '=', arg('kind'))
        .where('target', '=', arg('target')),
    ),
  ),

  /** A page that has the link. */
  pageOf: statement<{ kind: number; target: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('source')
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target'))
      .where('removed', 'is', null)
      .limit(1),
  ),
});

/** An edge as it stands until now, or stood until it was removed, if something holds of it. */
const keepEdge = (
  store: Store,
  isKept: (eb: ExpressionBuilder<Schema, 'page_links'>) => ReturnType<ExpressionBuilder<Schema, 'page_links'>>,
) =>
  statement<EdgeKey & { readonly at: number }>()(store, (query, arg) =>
    query
      .insertInto('earlier_edges')
      .columns(['source', 'kind', 'target', 'ended', 'added', 'place', 'anchor', 'tag_path'])
      .expression((eb) =>
        eb
          .selectFrom('page_links')
          .select(({ fn }) => ['source', 'kind', 'target', fn.coalesce('removed', arg('at')).as('ended')])
          .select(['added', 'place', 'anchor', 'tag_path'])
          .where('source', '=', arg('source'))
          .where('kind', '=', arg('kind'))
          .where('target', '=', arg('target'))
          .where(isKept),
      )
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'target', 'ended']).doNothing()),
  );

/** A number of a link that the page was the first to have; null, which is looked up nowhere, of another link. */
const ofNew = (source: RawBuilder<number>, column: string) =>
  sql<number>`case when internal_links.source = ${source} then ${sql.ref(column)} end`;

/** All edges that a page ever had, each as it stood first. */
export const firstEdges = (source: RawBuilder<number>) => {
  const columns = sql.raw('edge.kind, edge.target, edge.added, edge.place, edge.anchor, edge.tag_path');
  const isLater = sql.raw(`exists (select 1 from earlier_edges former
    where former.source = edge.source and former.kind = edge.kind and former.target = edge.target`);
  return sql<
    Omit<NewPageLink, 'source' | 'tagPath'> & { readonly added: number | null; readonly tag_path: number | null }
  >`(
    select ${columns} from page_links edge where edge.source = ${source} and not ${isLater})
    union all select ${columns} from earlier_edges edge
      where edge.source = ${source} and not ${isLater} and former.ended < edge.ended))`;
};

/** Which pages have a link? Asked for each that a page has lost; a crawl that checks no page does without. */
export const indexTargets = (store: Store): void => {
  store.connection.exec('create index if not exists page_links_target on page_links (kind, target)');
};
