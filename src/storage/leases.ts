import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `leases`: claimed links. */
export const leaseQueries = (store: Store) => ({
  insert: statement<{ link: number; site: number; token: number; claimedAt: number }>()(store, (query, arg) =>
    query
      .insertInto('leases')
      .values({ link: arg('link'), site: arg('site'), token: arg('token'), claimed_at: arg('claimedAt') }),
  ),

  /** Changes one row if the lease is still held by that token, none if it is not. */
  end: statement<{ link: number; token: number }>()(store, (query, arg) =>
    query.deleteFrom('leases').where('link', '=', arg('link')).where('token', '=', arg('token')),
  ),

  all: statement<object>()(store, (query) => query.selectFrom('leases').selectAll().orderBy('claimed_at')),
});
