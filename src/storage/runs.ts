import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Why a run ended; null while it goes on, and nobody asked it to end. */
const stopReasons = ['page-limit', 'time-limit', 'done', 'interrupted'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Queries on the table `runs`. */
export const runQueries = (store: Store) => ({
  start: statement<{ startedAt: number; pid: number; config: string }>()(store, (query, arg) =>
    query
      .insertInto('runs')
      .values({
        started_at: arg('startedAt'),
        ended_at: null,
        milliseconds: 0,
        stopped: null,
        pid: arg('pid'),
        config: arg('config'),
        night: null,
      })
      .returning('id'),
  ),

  /** The run serves a night. */
  serve: statement<{ run: number; night: number }>()(store, (query, arg) =>
    query
      .updateTable('runs')
      .set({ night: arg('night') })
      .where('id', '=', arg('run')),
  ),

  setConfig: statement<{ run: number; config: string }>()(store, (query, arg) =>
    query
      .updateTable('runs')
      .set({ config: arg('config') })
      .where('id', '=', arg('run')),
  ),

  get: statement<{ run: number }>()(store, (query, arg) =>
    query.selectFrom('runs').select(['config', 'stopped']).where('id', '=', arg('run')),
  ),

  /** A run that goes on is to end: as it will have been interrupted then, it says so already. */
  askToStop: statement<{ run: number }>()(store, (query, arg) =>
    query
      .updateTable('runs')
      .set({ stopped: 'interrupted' })
      .where('id', '=', arg('run'))
      .where('ended_at', 'is', null),
  ),

  lasted: statement<{ run: number; milliseconds: number }>()(store, (query, arg) =>
    query
      .updateTable('runs')
      .set({ milliseconds: arg('milliseconds') })
      .where('id', '=', arg('run')),
  ),

  end: statement<{ run: number; endedAt: number; milliseconds: number; stopped: StopReason | null }>()(
    store,
    (query, arg) =>
      query
        .updateTable('runs')
        .set({ ended_at: arg('endedAt'), milliseconds: arg('milliseconds'), stopped: arg('stopped') })
        .where('id', '=', arg('run')),
  ),

  /** Marks runs that were killed: they ended when their last visit did. */
  endKilled: statement<object>()(store, (query) =>
    query
      .updateTable('runs')
      .set((eb) => ({ ended_at: eb('started_at', '+', eb.ref('milliseconds')), stopped: 'interrupted' }))
      .where('ended_at', 'is', null),
  ),

  /** Of the runs of crawls. */
  totalMilliseconds: statement<object>()(store, (query) =>
    query
      .selectFrom('runs')
      .where('night', 'is', null)
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** Of the runs that served a night. */
  nightMilliseconds: statement<{ night: number }>()(store, (query, arg) =>
    query
      .selectFrom('runs')
      .where('night', '=', arg('night'))
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** The last first. */
  configs: statement<object>()(store, (query) =>
    query.selectFrom('runs').select(['id', 'config']).orderBy('id', 'desc'),
  ),

  first: statement<object>()(store, (query) => query.selectFrom('runs').select('started_at').orderBy('id').limit(1)),

  last: statement<object>()(store, (query) => query.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(1)),
});
