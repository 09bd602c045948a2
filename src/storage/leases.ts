import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewLease {
  readonly link: number;
  readonly site: number;
  readonly token: number;
  readonly claimedAt: number;
  /** The run that holds it. */
  readonly owner: number;
  readonly endsAt: number;
}

/** Queries on the table `leases`: claimed links. */
export const leaseQueries = (store: Store) => ({
  insert: statement<NewLease>()(store, (query, arg) =>
    query.insertInto('leases').values({
      link: arg('link'),
      site: arg('site'),
      token: arg('token'),
      claimed_at: arg('claimedAt'),
      owner: arg('owner'),
      ends_at: arg('endsAt'),
    }),
  ),

  /** Changes one row if the lease is still held by that token, none if it is not. */
  end: statement<{ link: number; token: number }>()(store, (query, arg) =>
    query.deleteFrom('leases').where('link', '=', arg('link')).where('token', '=', arg('token')),
  ),

  /** Puts off the end of all that a run holds. */
  renew: statement<{ owner: number; endsAt: number }>()(store, (query, arg) =>
    query
      .updateTable('leases')
      .set({ ends_at: arg('endsAt') })
      .where('owner', '=', arg('owner')),
  ),

  /** Leases that have ended, or whose run has. */
  dead: statement<{ now: number }>()(store, (query, arg) =>
    query
      .selectFrom('leases')
      .leftJoin('runs', 'runs.id', 'leases.owner')
      .select(['leases.link', 'leases.site', 'leases.token'])
      .where(({ or, eb }) =>
        or([eb('leases.ends_at', '<=', arg('now')), eb('runs.id', 'is', null), eb('runs.ended_at', 'is not', null)]),
      )
      .orderBy('leases.claimed_at')
      .orderBy('leases.link'),
  ),

  /** When the next lease of another run ends. */
  nextEnd: statement<{ owner: number }>()(store, (query, arg) =>
    query
      .selectFrom('leases')
      .select(({ fn }) => fn.min('ends_at').as('at'))
      .where('owner', '!=', arg('owner')),
  ),
});
