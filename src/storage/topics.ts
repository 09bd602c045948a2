import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `topics`. */
export const topicQueries = (store: Store) => ({
  get: statement<{ name: string }>()(store, (query, arg) =>
    query.selectFrom('topics').select('definition').where('name', '=', arg('name')),
  ),

  put: statement<{ name: string; definition: string }>()(store, (query, arg) =>
    query
      .insertInto('topics')
      .values({ name: arg('name'), definition: arg('definition') })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ definition: arg('definition') })),
  ),
});
