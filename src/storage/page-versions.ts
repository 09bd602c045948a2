import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageState } from '../domain/history.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewPageVersion {
  readonly page: number;
  readonly at: number;
  readonly state: PageState;
  readonly httpStatus: number | null;
  readonly size: number;
  readonly hash: number;
  readonly kept: number;
  readonly gone: number;
  readonly fresh: number;
}

/** Queries on the tables `page_versions` and `page_texts`. */
export const pageVersionQueries = (store: Store) => ({
  last: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('page_versions').selectAll().where('page', '=', arg('page')).orderBy('at', 'desc').limit(1),
  ),

  insert: statement<NewPageVersion>()(store, (query, arg) =>
    query.insertInto('page_versions').values({
      page: arg('page'),
      at: arg('at'),
      state: arg('state'),
      http_status: arg('httpStatus'),
      size: arg('size'),
      hash: arg('hash'),
      kept: arg('kept'),
      gone: arg('gone'),
      fresh: arg('fresh'),
      last_seen: arg('at'),
    }),
  ),

  seen: statement<{ page: number; at: number; seen: number }>()(store, (query, arg) =>
    query
      .updateTable('page_versions')
      .set({ last_seen: arg('seen') })
      .where('page', '=', arg('page'))
      .where('at', '=', arg('at')),
  ),

  text: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('page_texts').select('text').where('page', '=', arg('page')),
  ),

  putText: statement<{ page: number; text: Uint8Array }>()(store, (query, arg) =>
    query
      .insertInto('page_texts')
      .values({ page: arg('page'), text: arg('text') })
      .onConflict((conflict) => conflict.column('page').doUpdateSet({ text: arg('text') })),
  ),

  removeText: statement<{ page: number }>()(store, (query, arg) =>
    query.deleteFrom('page_texts').where('page', '=', arg('page')),
  ),
});

/** The blocks of a text as the table has them: a line each, deflated (RFC 1951) at the least cost. */
export const packed = (blocks: readonly string[]): Uint8Array => deflateRawSync(blocks.join('\n'), { level: 1 });

export function unpacked(text: Uint8Array): readonly string[] {
  const lines = inflateRawSync(text).toString();
  return lines === '' ? [] : lines.split('\n');
}
