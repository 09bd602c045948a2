import type { BadReason } from '../domain/link.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewBadLink {
  readonly site: number;
  readonly hash: number;
  readonly raw: string;
  readonly reason: BadReason;
  readonly source: number;
  readonly anchor: string;
  readonly element: string;
  readonly technique: string;
  readonly seen: number;
}

/** Queries on the table `bad_links`. */
export const badLinkQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('bad_links')
      .select(['id', 'removed'])
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  insert: statement<NewBadLink>()(store, (query, arg) =>
    query
      .insertInto('bad_links')
      .values({
        site: arg('site'),
        hash: arg('hash'),
        raw: arg('raw'),
        reason: arg('reason'),
        source: arg('source'),
        anchor: arg('anchor'),
        element: arg('element'),
        technique: arg('technique'),
        first_seen: arg('seen'),
        removed: null,
      })
      .returning('id'),
  ),
});
