import { sql } from 'kysely';
import type { Outcome } from '../domain/visit.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';
import type { PageChange } from './tables/recrawl-tables.ts';

/** Queries for those who watch a crawl by its figures: each is answered in time that does not grow with the links. */
export const figureQueries = (store: Store) => ({
  /** Totals of the sites that are not removed, by status. */
  sites: statement<object>()(store, (query) =>
    query
      .selectFrom('seeds')
      .select(({ fn }) => [
        'status',
        fn.countAll<number>().as('sites'),
        fn.sum<number>('pages').as('pages'),
        fn.sum<number>('failed').as('failed'),
        fn.sum<number>('internal').as('internal'),
        fn.sum<number>('external').as('external'),
        fn.sum<number>('bad').as('bad'),
        fn.sum<number>('resources').as('resources'),
        fn.sum<number>('milliseconds').as('milliseconds'),
      ])
      .where('removed', 'is', null)
      .groupBy('status'),
  ),

  /** Links that wait, and links that are claimed. */
  queue: statement<object>()(store, (query) =>
    query.selectNoFrom(({ selectFrom }) => [
      selectFrom('queue_groups')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('waiting'), val(0)).as('links'))
        .as('waiting'),
      selectFrom('leases')
        .select(({ fn }) => fn.countAll<number>().as('links'))
        .as('claimed'),
    ]),
  ),

  /** Visits after one that brought no page, by outcome and, where they failed, reason. */
  failures: statement<{ after: number; until: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(({ fn }) => [
        'outcome',
        sql<string>`case outcome when 'failed' then reason else '' end`.as('reason'),
        fn.countAll<number>().as('visits'),
      ])
      .where('id', '>', arg('after'))
      .where('id', '<=', arg('until'))
      .where('outcome', '!=', 'page')
      .groupBy(['outcome', 'reason'])
      .$narrowType<{ outcome: Exclude<Outcome, 'page'> }>(),
  ),

  lastVisit: statement<object>()(store, (query) =>
    query
      .selectFrom('visits')
      .select((eb) => ['id', eb('started_at', '+', eb.ref('milliseconds')).as('ended_at')])
      .orderBy('id', 'desc')
      .limit(1),
  ),

  /** The checks of the last night, by what they found. */
  checks: statement<object>()(store, (query) =>
    query
      .selectFrom('checks')
      .select(({ fn }) => ['change', fn.countAll<number>().as('checks')])
      .where('step', '=', ({ selectFrom }) => selectFrom('nights').select(({ fn }) => fn.max('step').as('step')))
      .groupBy('change')
      .$narrowType<{ change: PageChange }>(),
  ),
});
