import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `crawler_settings`. */
export const settingQueries = (store: Store) => ({
  get: statement<{ name: string }>()(store, (query, arg) =>
    query.selectFrom('crawler_settings').select('value').where('name', '=', arg('name')),
  ),

  insert: statement<{ name: string; value: string }>()(store, (query, arg) =>
    query.insertInto('crawler_settings').values({ name: arg('name'), value: arg('value') }),
  ),
});
