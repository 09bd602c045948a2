import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewNight {
  readonly step: number;
  readonly startedAt: number;
  readonly rule: string;
  readonly params: string;
  readonly budget: string;
  readonly lastVisit: number;
  readonly pages: number;
  readonly pool: string;
}

/** Queries on the tables `nights` and `night_sums`. */
export const nightQueries = (store: Store) => ({
  last: statement<object>()(store, (query) => query.selectFrom('nights').selectAll().orderBy('step', 'desc').limit(1)),

  get: statement<{ step: number }>()(store, (query, arg) =>
    query.selectFrom('nights').selectAll().where('step', '=', arg('step')),
  ),

  all: statement<object>()(store, (query) => query.selectFrom('nights').selectAll().orderBy('step')),

  insert: statement<NewNight>()(store, (query, arg) =>
    query.insertInto('nights').values({
      step: arg('step'),
      started_at: arg('startedAt'),
      ended_at: null,
      rule: arg('rule'),
      params: arg('params'),
      budget: arg('budget'),
      last_visit: arg('lastVisit'),
      pages: arg('pages'),
      pool: arg('pool'),
      left_pool: null,
    }),
  ),

  setBudget: statement<{ step: number; budget: string }>()(store, (query, arg) =>
    query
      .updateTable('nights')
      .set({ budget: arg('budget') })
      .where('step', '=', arg('step')),
  ),

  end: statement<{ step: number; endedAt: number; leftPool: string }>()(store, (query, arg) =>
    query
      .updateTable('nights')
      .set({ ended_at: arg('endedAt'), pool: null, left_pool: arg('leftPool') })
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

  sums: statement<{ step: number }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select(['scope', 'numbers']).where('step', '=', arg('step')),
  ),

  sumsOfScope: statement<{ scope: string }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select(['step', 'numbers']).where('scope', '=', arg('scope')).orderBy('step'),
  ),

  sumsLike: statement<{ pattern: string }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select(['scope', 'numbers']).where('scope', 'like', arg('pattern')).orderBy('step'),
  ),

  sum: statement<{ step: number; scope: string }>()(store, (query, arg) =>
    query.selectFrom('night_sums').select('numbers').where('step', '=', arg('step')).where('scope', '=', arg('scope')),
  ),

  putSum: statement<{ step: number; scope: string; numbers: string }>()(store, (query, arg) =>
    query
      .insertInto('night_sums')
      .values({ step: arg('step'), scope: arg('scope'), numbers: arg('numbers') })
      .onConflict((conflict) => conflict.columns(['step', 'scope']).doUpdateSet({ numbers: arg('numbers') })),
  ),

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
