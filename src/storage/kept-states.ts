import type { Store } from './open.ts';
import { after, statement } from './statement.ts';

/** What a link order has learned, and from which visits. */
interface KeptState {
  readonly key: string;
  readonly lastVisit: number;
  readonly visits: number;
  readonly ids: number;
  readonly links: number;
  readonly state: Uint8Array;
}

/** Queries on the table `kept_states`. */
export const keptStateQueries = (store: Store) => ({
  find: statement<{ key: string }>()(store, (query, arg) =>
    query
      .selectFrom('kept_states')
      .select(['last_visit', 'visits', 'sum_of_ids', 'sum_of_links', 'state'])
      .where('key', '=', arg('key')),
  ),

  /** Those of which a link order has been told by then. */
  toldOf: statement<{ lastVisit: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(({ fn, val }) => [
        fn.countAll<number>().as('visits'),
        fn.coalesce(fn.max('id'), val(0)).as('last_visit'),
        fn.coalesce(fn.sum<number>('id'), val(0)).as('sum_of_ids'),
        fn.coalesce(fn.sum<number>('link'), val(0)).as('sum_of_links'),
      ])
      .where('id', '<=', arg('lastVisit'))
      .where('outcome', '!=', 'failed'),
  ),

  /** In the place of what was kept before. */
  put: after(
    [statement<object>()(store, (query) => query.deleteFrom('kept_states'))],
    statement<KeptState>()(store, (query, arg) =>
      query.insertInto('kept_states').values({
        key: arg('key'),
        last_visit: arg('lastVisit'),
        visits: arg('visits'),
        sum_of_ids: arg('ids'),
        sum_of_links: arg('links'),
        state: arg('state'),
      }),
    ),
  ),
});
