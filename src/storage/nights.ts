import type { Store } from './open.ts';
import { statement } from './statement.ts';
import { allFrom, insertInto, putInto, selectFrom, updateTable } from './table-statements.ts';

/** Nights of recrawling, and their sums. */
export const nightQueries = (store: Store) => ({
  last: statement<object>()(store, (query) => query.selectFrom('nights').selectAll().orderBy('step', 'desc').limit(1)),

  get: allFrom(store, 'nights', ['step']),

  all: statement<object>()(store, (query) => query.selectFrom('nights').selectAll().orderBy('step')),

  insert: insertInto(store, 'nights', [
    ...(['step', 'started_at', 'rule', 'params', 'budget', 'last_visit', 'pages', 'pool'] as const),
  ]),

  setBudget: updateTable(store, 'nights', ['budget'], ['step']),

  end: statement<{ step: number; ended_at: number; left_pool: string }>()(store, (query, arg) =>
    query
      .updateTable('nights')
      .set({ ended_at: arg('ended_at'), pool: null, left_pool: arg('left_pool') })
      .where('step', '=', arg('step')),
  ),

  /** Pools can be large, and only the last is needed. */
  dropPools: statement<{ before: number }>()(store, (query, arg) =>
    query
      .updateTable('nights')
      .set({ left_pool: null })
      .where('step', '<', arg('before'))
      .where('left_pool', 'is not', null),
  ),

  sums: selectFrom(store, 'night_sums', ['scope', 'numbers'], ['step']),

  sumsOfScope: statement<{ scope: string }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select(['step', 'numbers']).where('scope', '=', arg('scope')).orderBy('step'),
  ),

  sumsLike: statement<{ pattern: string }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select(['scope', 'numbers']).where('scope', 'like', arg('pattern')).orderBy('step'),
  ),

  sum: selectFrom(store, 'night_sums', ['numbers'], ['step', 'scope']),

  putSum: putInto(store, 'night_sums', ['step', 'scope'], ['numbers']),

  /** Checks of all nights by what they found. */
  checksByChange: statement<object>()(store, (query) =>
    query
      .selectFrom('checks')
      .select(({ fn }) => ['step', 'change', fn.countAll<number>().as('checks')])
      .groupBy(['step', 'change']),
  ),

  /** Those of one night. */
  checksOf: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('checks')
      .select(({ fn }) => ['change', fn.countAll<number>().as('checks')])
      .where('step', '=', arg('step'))
      .groupBy('change'),
  ),

  /** Visits of links that were new, made by the runs of a night, and how many of them brought a page. */
  newVisits: statement<{ night: number; after: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('runs', 'runs.id', 'visits.run')
      .select(({ fn, val }) => [
        fn.countAll<number>().as('visits'),
        fn.count<number>('visits.id').filterWhere('visits.outcome', '=', 'page').as('pages'),
        fn.coalesce(fn.sum<number>('visits.new_internal'), val(0)).as('internal'),
        fn.coalesce(fn.sum<number>('visits.new_external'), val(0)).as('external'),
      ])
      .where('runs.night', '=', arg('night'))
      .where('visits.id', '>', arg('after')),
  ),
});
