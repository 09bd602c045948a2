import { sql } from 'kysely';
import { type LinkKind, linkKinds } from '../domain/link.ts';
import { type LinkFilter, type LinkPage, type LinkRecord, linkQuery, linkRecord, sortColumn } from './link-list.ts';
import { linkSources } from './link-sources.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { rows } from './statement.ts';

/** The ids of the links that a filter lets through, in the order in which they are listed; a million take half a second. */
export function linkIds(
  store: Store,
  kind: LinkKind,
  filter: LinkFilter,
  deleted: boolean,
  sort: LinkPage['sort'],
): Float64Array {
  let query = linkQuery(store, kind, filter, deleted).select('link.id');
  if (sort) query = query.orderBy(sortColumn(kind, sort.key), sort.descending ? 'desc' : 'asc');
  const { sql: text, parameters } = query.orderBy('link.id').compile();
  return Float64Array.from(
    store.connection
      .prepare<unknown[], number>(text)
      .pluck()
      .all(...parameters),
  );
}

/** The ids of a kind's links that lists leave out unless asked for: deleted ones, and those of sites that were taken out. */
export function hiddenLinks(store: Store, kind: LinkKind): ReadonlySet<number> {
  const ofSites =
    kind === 'internal' ? sql`link from internal_link_identities` : sql`id from ${sql.table(linkTables[kind])}`;
  const query = sql<{ link: number }>`select link from deletions where kind = ${LINK_KIND[kind]}
    union select ${ofSites} where site in (select id from seeds where removed is not null)`;
  return new Set(Array.from(rows(store, query.compile(store.kysely)), ({ link }) => link));
}

/** The table of each kind. */
export const linkTables = {
  internal: 'internal_links',
  external: 'external_links',
  bad: 'bad_links',
  resource: 'resources',
} as const;

/** Links by their ids, in that order, deleted or not. */
export function linksByIds(store: Store, kind: LinkKind, ids: readonly number[]): LinkRecord[] {
  if (ids.length === 0) return [];
  const query = store.kysely
    .selectFrom(linkSources[kind](undefined).as('link'))
    .selectAll()
    .where('link.id', 'in', ids);
  const found = new Map(Array.from(rows(store, query), (row) => [row.id, linkRecord(kind, row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What was deleted, by command, the last first. */
export function deletionsOf(store: Store) {
  const query = store.kysely
    .selectFrom('deletions')
    .select(({ fn }) => ['batch', 'kind', fn.countAll<number>().as('links'), fn.max('deleted_at').as('at')])
    .groupBy(['batch', 'kind'])
    .orderBy('batch', 'desc')
    .limit(sql.lit(100));
  return Array.from(rows(store, query), ({ batch, kind, links, at }) => ({
    ...{ batch, links, at },
    kind: linkKinds.find((name) => LINK_KIND[name] === kind) ?? 'external',
  }));
}
