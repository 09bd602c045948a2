import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `crashes`. */
export const crashQueries = (store: Store) => ({
  /** The crawler died during a visit of the link; returns how often it has. */
  add: statement<{ link: number }>()(store, (query, arg) =>
    query
      .insertInto('crashes')
      .values({ link: arg('link'), crashes: 1 })
      .onConflict((conflict) =>
        conflict.column('link').doUpdateSet((eb) => ({ crashes: eb('crashes.crashes', '+', 1) })),
      )
      .returning('crashes'),
  ),
});
