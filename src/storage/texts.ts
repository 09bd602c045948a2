import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `texts`: each text once, for the many rows that have it. */
export const textQueries = (store: Store) => ({
  find: statement<{ text: string }>()(store, (query, arg) =>
    query.selectFrom('texts').select('id').where('text', '=', arg('text')),
  ),
  insert: statement<{ text: string }>()(store, (query, arg) =>
    query
      .insertInto('texts')
      .values({ text: arg('text') })
      .returning('id'),
  ),
});
