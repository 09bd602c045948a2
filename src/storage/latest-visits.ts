import { sql } from 'kysely';
import { WRITTEN_BY_SCRIPTS } from '../domain/page.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries for those who watch a crawl from outside, once a second or more often: each takes no time. */
export const latestVisitQueries = (store: Store) => ({
  last: statement<object>()(store, (query) =>
    query.selectFrom('visits').select(({ fn, val }) => fn.coalesce(fn.max('id'), val(0)).as('id')),
  ),

  /** The last visits after one, the newest first. */
  after: statement<{ visit: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('seeds as site', 'site.id', 'visits.site')
      .innerJoin('internal_links as link', 'link.id', 'visits.link')
      .leftJoin('seeds as next', 'next.id', 'visits.next_site')
      .selectAll('visits')
      .select(['site.short_name', 'link.level', 'next.short_name as next_name'])
      .select(address('link').as('url'))
      .where('visits.id', '>', arg('visit'))
      .orderBy('visits.id', 'desc')
      .limit(arg('limit')),
  ),

  /** How many of the last visits there are, and over what time they went. */
  pace: statement<{ after: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(({ fn }) => [
        fn.countAll<number>().as('visits'),
        fn.min('started_at').as('first'),
        sql<number | null>`max(started_at + milliseconds)`.as('last'),
      ])
      .where('id', '>', arg('after')),
  ),

  waitingBySite: statement<object>()(store, (query) =>
    query
      .selectFrom('queue_groups')
      .select(({ fn }) => ['site', fn.sum<number>('waiting').as('links')])
      .groupBy('site'),
  ),

  waitingSites: statement<object>()(store, (query) =>
    query
      .selectFrom('queue_groups')
      .innerJoin('seeds', 'seeds.id', 'queue_groups.site')
      .select(({ fn }) => fn.count<number>('queue_groups.site').distinct().as('sites'))
      .where('seeds.removed', 'is', null)
      .where('queue_groups.waiting', '>', 0),
  ),

  waiting: statement<object>()(store, (query) =>
    query
      .selectFrom('queue_groups')
      .innerJoin('seeds', 'seeds.id', 'queue_groups.site')
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('queue_groups.waiting'), val(0)).as('links'))
      .where('seeds.removed', 'is', null),
  ),

  /** Pages that were read without a browser, those of removed sites left out. */
  withoutBrowser: statement<object>()(store, (query) =>
    query
      .selectFrom('visits')
      .innerJoin('seeds', 'seeds.id', 'visits.site')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .where('visits.rendering', '=', 'http')
      .where('visits.outcome', '=', 'page')
      .where('seeds.removed', 'is', null),
  ),

  /** Of the pages of each site that were read without a browser, how many there are, and how many await scripts. */
  awaitingScripts: statement<object>()(store, (query) =>
    query
      .selectFrom('visits')
      .select(({ fn }) => [
        'site',
        fn.countAll<number>().as('pages'),
        fn
          .sum<number>(sql`case when reason like ${sql.lit(`%${WRITTEN_BY_SCRIPTS}%`)} then 1 else 0 end`)
          .as('awaiting'),
      ])
      .where('rendering', '=', 'http')
      .where('outcome', '=', 'page')
      .groupBy('site'),
  ),
});
