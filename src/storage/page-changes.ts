import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { TextChange } from '../domain/history.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { after, type Statement, statement } from './statement.ts';
import { deleteFrom, insertInto, keeping, putInto, selectFrom, updateTable } from './table-statements.ts';
import { EDGE, ON_EDGE } from './visit.ts';

/*
 * Queries of a revisit that a visit does not need: removed, returned and moved links, and versions of texts. visit.ts
 * stores the first version.
 */

interface EdgeAt {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly at: number;
}

/** Queries on changes of a page's edges. */
export const edgeChangeQueries = (store: Store) => ({
  /** Finds the current edges of a page. */
  of: statement<{ source: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(['kind', 'target', 'place'])
      .where('source', '=', arg('source'))
      .where('removed', 'is', null),
  ),
  /** Finds a page that has the link. */
  pageOf: statement<{ kind: number; target: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select('source')
      .where('kind', '=', arg('kind'))
      .where('target', '=', arg('target'))
      .where('removed', 'is', null)
      .limit(1),
  ),
  /** Inserts a new edge, or restores one that came back. */
  add: after<EdgeAt & { place: number; anchor: number | null; tag_path: number | null }, unknown>(
    [keepEdge(store, sql`removed is not null`)],
    statement<EdgeAt & { place: number; anchor: number | null; tag_path: number | null }>()(store, (query, arg) =>
      query
        .insertInto('page_links')
        .values({
          ...{ source: arg('source'), kind: arg('kind'), target: arg('target'), place: arg('place') },
          ...{ anchor: arg('anchor'), tag_path: arg('tag_path'), added: arg('at'), removed: null },
        })
        .onConflict((conflict) =>
          conflict.columns(EDGE).doUpdateSet(({ ref }) => ({
            place: ref('excluded.place'),
            anchor: ref('excluded.anchor'),
            tag_path: ref('excluded.tag_path'),
            added: ref('excluded.added'),
            removed: null,
          })),
        ),
    ),
  ),
  /** Marks an edge as removed from its page. */
  remove: updateTable(store, 'page_links', ['removed'], EDGE),
  /** Moves an edge to another place. Stores only the place at the visit, as a new line shifts all links of a page. */
  setPlace: after<EdgeAt & { place: number }, unknown>(
    [keepEdge(store, sql`added is null`)],
    statement<EdgeAt & { place: number }>()(store, (query, arg) =>
      query
        .updateTable('page_links')
        .set(({ fn }) => ({ place: arg('place'), added: fn.coalesce('added', arg('at')) }))
        .where('source', '=', arg('source'))
        .where('kind', '=', arg('kind'))
        .where('target', '=', arg('target')),
    ),
  ),
});

/** Stores the form of an edge until now, or until its removal, if a condition holds. */
function keepEdge(store: Store, isKept: RawBuilder<unknown>): Statement<EdgeAt, unknown> {
  return keeping<EdgeAt>()(
    store,
    'earlier_edges',
    [...EDGE, 'ended', 'added', ...ON_EDGE],
    (arg) => sql`select source, kind, target, coalesce(removed, ${arg('at')}), added, place, anchor, tag_path
      from page_links where source = ${arg('source')} and kind = ${arg('kind')} and target = ${arg('target')}
        and ${isKept}`,
  );
}

/** Creates the index to look up the pages of a link, needed only by recrawls. */
export const indexTargets = (store: Store): void => {
  store.connection.exec('create index if not exists page_links_target on page_links (kind, target)');
};

/** Queries on links that disappeared or came back. */
export const linkHistoryQueries = (store: Store) => ({
  setRemoved: {
    internal: updateTable(store, 'internal_links', ['removed'], ['id']),
    external: updateTable(store, 'external_links', ['removed'], ['id']),
    bad: updateTable(store, 'bad_links', ['removed'], ['id']),
  },
  addEvent: insertInto(store, 'link_events', ['kind', 'link', 'at', 'event']),
  addSighting: insertInto(store, 'link_sightings', ['kind', 'link', 'at'], 'on conflict do nothing'),
});

/** Queries on versions of pages, and on the text of the last version. */
export const pageVersionQueries = (store: Store) => ({
  last: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('page_versions').selectAll().where('page', '=', arg('page')).orderBy('at', 'desc').limit(1),
  ),
  insert: insertInto(store, 'page_versions', [
    ...(['page', 'at', 'state', 'http_status', 'size', 'hash', 'kept', 'gone', 'fresh', 'last_seen'] as const),
  ]),
  seen: updateTable(store, 'page_versions', ['last_seen'], ['page', 'at']),
  text: selectFrom(store, 'page_texts', ['text'], ['page']),
  putText: putInto(store, 'page_texts', ['page'], ['text']),
  removeText: deleteFrom(store, 'page_texts', ['page']),
});

/** Packs blocks of text, one per line, deflated (RFC 1951) at the fastest level. */
export const packed = (blocks: readonly string[]): Uint8Array => deflateRawSync(blocks.join('\n'), { level: 1 });

export function unpacked(text: Uint8Array): readonly string[] {
  const lines = inflateRawSync(text).toString();
  return lines === '' ? [] : lines.split('\n');
}

/** Queries on text changes, by the resulting version. */
export const textDifferenceQueries = (store: Store) => ({
  get: selectFrom(store, 'text_differences', ['difference'], ['page', 'at']),
  insert: insertInto(store, 'text_differences', ['page', 'at', 'difference']),
});

/** Maximum stored characters of one version's changes, removed and new ones together. */
const MOST_KEPT = 20_000;

const stored = z.object({
  changes: z.array(z.object({ gone: z.array(z.string()), fresh: z.array(z.string()) })),
  /** True if more changed than is stored. */
  isCut: z.boolean(),
});

/** Stored part of the difference to the previous text. */
export type KeptDifference = z.infer<typeof stored>;

/** Packs the first changes, deflated (RFC 1951) at the fastest level. */
export function packedChanges(changes: readonly TextChange[]): Uint8Array {
  let left = MOST_KEPT;
  const cut = (blocks: readonly string[]) =>
    blocks.flatMap((block) => {
      const kept = block.slice(0, left);
      left -= kept.length;
      return kept === '' ? [] : [kept];
    });
  const size = changes.reduce((sum, { gone, fresh }) => sum + charactersOf(gone) + charactersOf(fresh), 0);
  const kept = changes.map(({ gone, fresh }) => ({ gone: cut(gone), fresh: cut(fresh) }));
  const stored = { changes: kept.filter(({ gone, fresh }) => gone.length + fresh.length > 0), isCut: size > MOST_KEPT };
  return deflateRawSync(JSON.stringify(stored), { level: 1 });
}

export const unpackedChanges = (difference: Uint8Array): KeptDifference =>
  stored.parse(JSON.parse(inflateRawSync(difference).toString()));

const charactersOf = (blocks: readonly string[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

/** Queries on statistics of text blocks that vary between fetches. */
export const changingBlockQueries = (store: Store) => ({
  ofTemplate: selectFrom(store, 'changing_blocks', ['key', 'kind', 'flips', 'stays', 'returns'], ['site', 'pattern']),
  /** Adds to the known numbers of a block. */
  add: statement<Selectable<Schema['changing_blocks']>>()(store, (query, arg) =>
    query
      .insertInto('changing_blocks')
      .values({
        site: arg('site'),
        pattern: arg('pattern'),
        key: arg('key'),
        kind: arg('kind'),
        flips: arg('flips'),
        stays: arg('stays'),
        returns: arg('returns'),
      })
      .onConflict((conflict) =>
        conflict.columns(['site', 'pattern', 'key']).doUpdateSet((eb) => ({
          flips: eb('changing_blocks.flips', '+', arg('flips')),
          stays: eb('changing_blocks.stays', '+', arg('stays')),
          returns: eb('changing_blocks.returns', '+', arg('returns')),
        })),
      ),
  ),
});
