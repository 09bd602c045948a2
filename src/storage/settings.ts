import { type Identity, ignorableParts } from '../url/identity.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';
import { storedLeftOut } from './traps.ts';

/** Queries on the table `crawler_settings`. */
export const settingQueries = (store: Store) => ({
  get: statement<{ name: string }>()(store, (query, arg) =>
    query.selectFrom('crawler_settings').select('value').where('name', '=', arg('name')),
  ),

  insert: statement<{ name: string; value: string }>()(store, (query, arg) =>
    query.insertInto('crawler_settings').values({ name: arg('name'), value: arg('value') }),
  ),

  put: statement<{ name: string; value: string }>()(store, (query, arg) =>
    query
      .insertInto('crawler_settings')
      .values({ name: arg('name'), value: arg('value') })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: arg('value') })),
  ),
});

/** What makes two addresses of this database one, as it was fixed when the crawl began, and as crawls have learned since. */
export function storedIdentity(store: Store): Identity {
  const { get } = settingQueries(store);
  const ignored = get.get({ name: 'ignore-in-urls' })?.value.split(',') ?? [];
  return {
    foldCase: get.get({ name: 'fold-case' })?.value === 'true',
    ignored: new Set(ignorableParts.filter((part) => ignored.includes(part))),
    leftOut: storedLeftOut(store),
  };
}
