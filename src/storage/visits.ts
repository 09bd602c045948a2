import { sql } from 'kysely';
import { type Rendering, WRITTEN_BY_SCRIPTS } from '../domain/page.ts';
import type { Outcome } from '../domain/visit.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewVisit {
  readonly run: number;
  readonly site: number;
  readonly link: number;
  readonly level: number;
  readonly page: number | null;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly contentType: string;
  readonly title: string;
  readonly newInternal: number;
  readonly newExternal: number;
  readonly reward: number;
  readonly tier: number;
  readonly lane: number;
  readonly rank: number;
  readonly sitePulls: number;
  readonly siteReward: number;
  readonly pulls: number;
  readonly rewardMax: number;
  readonly ready: number;
  readonly siteScore: number;
  readonly nextSite: number | null;
  readonly nextScore: number | null;
  readonly rendering: Rendering | null;
  readonly relevance: number | null;
}

/** Queries on the table `visits`. */
export const visitQueries = (store: Store) => ({
  insert: statement<NewVisit>()(store, (query, arg) =>
    query
      .insertInto('visits')
      .values({
        run: arg('run'),
        site: arg('site'),
        link: arg('link'),
        level: arg('level'),
        page: arg('page'),
        started_at: arg('startedAt'),
        milliseconds: arg('milliseconds'),
        outcome: arg('outcome'),
        reason: arg('reason'),
        http_status: arg('httpStatus'),
        content_type: arg('contentType'),
        title: arg('title'),
        new_internal: arg('newInternal'),
        new_external: arg('newExternal'),
        reward: arg('reward'),
        tier: arg('tier'),
        lane: arg('lane'),
        rank: arg('rank'),
        site_pulls: arg('sitePulls'),
        site_reward: arg('siteReward'),
        pulls: arg('pulls'),
        reward_max: arg('rewardMax'),
        ready: arg('ready'),
        site_score: arg('siteScore'),
        next_site: arg('nextSite'),
        next_score: arg('nextScore'),
        rendering: arg('rendering'),
        relevance: arg('relevance'),
      })
      .returning('id'),
  ),

  /** What a page brought when it was read. */
  yieldOf: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(['title', 'level', 'reward', 'new_external', 'relevance'])
      .where('page', '=', arg('page'))
      .orderBy('id')
      .limit(1),
  ),

  /** Visits that brought something to learn from, in their order, after one. */
  observed: statement<{ after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('internal_links', 'internal_links.id', 'visits.link')
      .select([
        'visits.id',
        'visits.site',
        'visits.link',
        'visits.level',
        'visits.page',
        'visits.outcome',
        'visits.reward',
      ])
      .select(['visits.title', 'visits.new_internal', 'visits.new_external', 'visits.relevance'])
      .select(['visits.started_at', 'visits.milliseconds'])
      .select('internal_links.url')
      .where('visits.id', '>', arg('after'))
      .where('visits.outcome', '!=', 'failed')
      .orderBy('visits.id')
      .limit(arg('limit')),
  ),

  /** Forgets a visit: its failure was an outage's. */
  remove: statement<{ visit: number }>()(store, (query, arg) =>
    query.deleteFrom('visits').where('id', '=', arg('visit')),
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
