import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `sequences`: numbers that no two holders of a database may both have. */
export const sequenceQueries = (store: Store) => ({
  next: statement<{ name: 'lease' }>()(store, (query, arg) =>
    query.selectFrom('sequences').select('next').where('name', '=', arg('name')),
  ),

  advance: statement<{ name: 'lease'; by: number }>()(store, (query, arg) =>
    query
      .updateTable('sequences')
      .set((eb) => ({ next: eb('next', '+', arg('by')) }))
      .where('name', '=', arg('name')),
  ),
});
