import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `site_edits`: what other processes changed while a crawl runs. */
export const siteEditQueries = (store: Store) => ({
  add: statement<{ site: number; at: number }>()(store, (query, arg) =>
    query.insertInto('site_edits').values({ site: arg('site'), at: arg('at') }),
  ),

  after: statement<{ edit: number }>()(store, (query, arg) =>
    query.selectFrom('site_edits').select(['id', 'site']).where('id', '>', arg('edit')).orderBy('id'),
  ),

  last: statement<object>()(store, (query) =>
    query.selectFrom('site_edits').select(({ fn, val }) => fn.coalesce(fn.max('id'), val(0)).as('id')),
  ),

  /** Forgets those before a time, but for the last one, so that no number comes twice. */
  forget: statement<{ before: number }>()(store, (query, arg) =>
    query
      .deleteFrom('site_edits')
      .where('at', '<', arg('before'))
      .where('id', '<', ({ selectFrom }) =>
        selectFrom('site_edits as later').select(({ fn }) => fn.max('later.id').as('id')),
      ),
  ),
});
