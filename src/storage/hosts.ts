import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `hosts`: the hosts that are busy. */
export const hostQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('hosts').selectAll()),

  put: statement<{ host: string; extraDelay: number; notBefore: number }>()(store, (query, arg) =>
    query
      .insertInto('hosts')
      .values({ host: arg('host'), extra_delay: arg('extraDelay'), not_before: arg('notBefore') })
      .onConflict((conflict) =>
        conflict.column('host').doUpdateSet({ extra_delay: arg('extraDelay'), not_before: arg('notBefore') }),
      ),
  ),

  remove: statement<{ host: string }>()(store, (query, arg) =>
    query.deleteFrom('hosts').where('host', '=', arg('host')),
  ),
});

export type HostQueries = ReturnType<typeof hostQueries>;
