import { sql } from 'kysely';
import { WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { Outcome } from '../../domain/visit.ts';
import { address } from '../lists/link-sources.ts';
import type { Store } from '../open.ts';
import { LINK_KIND } from '../schema.ts';
import { rows, statement } from '../statement.ts';
import type { PageChange } from '../tables/recrawl-tables.ts';

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

  /** All runs, the first one first. */
  runs: statement<object>()(store, (query) => query.selectFrom('runs').selectAll().orderBy('id')),

  /** Internal links of sites that are not removed, without deleted ones, by the code of their status. */
  statuses: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .innerJoin('seeds', 'seeds.id', 'internal_links.site')
      .select(({ fn }) => ['internal_links.status', fn.countAll<number>().as('links')])
      .where('seeds.removed', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deletions').select('link').where('kind', '=', 0).whereRef('link', '=', 'internal_links.id'),
          ),
        ),
      )
      .groupBy('internal_links.status'),
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

/** Where a crawl stood after a visit. */
interface VisitPoint {
  /** Visits up to it. */
  readonly visits: number;
  /** Milliseconds of crawling up to it, over all runs. */
  readonly milliseconds: number;
  /** Links that were new in them. */
  readonly internal: number;
  readonly external: number;
}

/** How a crawl came on: after its first visit, and after so many others, about evenly apart, the last of all among them. Nights are left out. */
export function visitCurve(store: Store, points: number): VisitPoint[] {
  const query = sql<VisitPoint>`
    with run as (select id, (select coalesce(sum(earlier.milliseconds), 0) from runs earlier
          where earlier.id < runs.id and earlier.night is null) - started_at as shift
        from runs where night is null),
      ends as (select min(id) as first, max(id) as last from visits)
    select count(*) as visits, max(run.shift + visits.started_at + visits.milliseconds) as milliseconds,
      sum(new_internal) as internal, sum(new_external) as external
    from visits join run on run.id = visits.run, ends
    group by case visits.id when first then 0 else 1 + (visits.id - first - 1) * ${sql.lit(points)} / max(1, last - first) end
    order by max(visits.id)`;
  let at: VisitPoint = { visits: 0, milliseconds: 0, internal: 0, external: 0 };
  return Array.from(rows(store, query.compile(store.kysely)), (more) => {
    at = {
      visits: at.visits + more.visits,
      milliseconds: Math.max(at.milliseconds, more.milliseconds),
      internal: at.internal + more.internal,
      external: at.external + more.external,
    };
    return at;
  });
}

/** Queries on what runs did. */
export const logQueries = (store: Store) => ({
  /** The last runs first. */
  runs: statement<{ limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('runs')
      .select(['id', 'started_at', 'ended_at', 'milliseconds', 'stopped', 'pid', 'night'])
      .orderBy('id', 'desc')
      .limit(arg('limit')),
  ),

  config: statement<{ run: number }>()(store, (query, arg) =>
    query.selectFrom('runs').select('config').where('id', '=', arg('run')),
  ),

  /** What the visits of a run came to; reasons of failures apart, the most frequent first. */
  outcomes: statement<{ run: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .select(({ fn }) => [
        'outcome',
        sql<string>`case outcome when 'failed' then reason else '' end`.as('why'),
        fn.countAll<number>().as('visits'),
        fn.sum<number>('new_internal').as('internal'),
        fn.sum<number>('new_external').as('external'),
        fn.sum<number>('milliseconds').as('milliseconds'),
      ])
      .where('run', '=', arg('run'))
      .groupBy(['outcome', 'why'])
      .orderBy('visits', 'desc')
      .$narrowType<{ outcome: Outcome }>(),
  ),
});

/** Something that happened to a crawl and that its tables tell. */
interface LoggedEvent {
  readonly at: number;
  readonly kind: 'run' | 'recrawl' | 'site' | 'trap' | 'deletion' | 'host';
  readonly what: string;
  /** Short name of the site; null where it is of none. */
  readonly site: string | null;
}

/** The last events, the newest first. */
export const loggedEvents = (store: Store, limit: number): LoggedEvent[] => [
  ...rows(
    store,
    sql<LoggedEvent>`
      select at, kind, what, site from (
        select started_at as at, 'run' as kind, 'run ' || id || ' started' as what, null as site, 2 * id as turn from runs
        union all
        select ended_at, 'run', 'run ' || id || ' ended: ' || coalesce(stopped, 'failed'), null, 2 * id + 1 from runs
          where ended_at is not null
        union all
        select started_at, 'recrawl', 'recrawl run ' || step || ' started, by the rule ' || rule, null, 0 from nights
        union all
        select ended_at, 'recrawl', 'recrawl run ' || step || ' ended', null, 0 from nights where ended_at is not null
        union all
        select added_at, 'site', 'added: ' || start_url, short_name, 0 from seeds
        union all
        select removed, 'site', 'removed from the crawl', short_name, 0 from seeds where removed is not null
        union all
        select max(state.at), 'site', seed.status || case seed.note when '' then '' else ': ' || seed.note end, seed.short_name, 0
          from site_changes state join seeds seed on seed.id = state.site where seed.removed is null group by seed.id
        union all
        select trap.first_seen, 'trap', trap.kind || ' ' || trap.pattern || ', such as ' || trap.example, seed.short_name, 0
          from traps trap join seeds seed on seed.id = trap.site
        union all
        select deleted_at, 'deletion', count(*) || ' ' || ${linksOfKind} || ' deleted', null, 0 from deletions
          group by kind, batch, deleted_at
        union all
        select restored_at, 'deletion', count(*) || ' ' || ${linksOfKind} || ' restored', null, 0 from past_deletions
          group by kind, batch, restored_at
      ) order by at desc, turn desc, kind, what limit ${limit}`.compile(store.kysely),
  ),
];

const linksOfKind = sql.raw(
  `case kind ${Object.entries(LINK_KIND)
    .map(([name, kind]) => `when ${kind} then '${name}'`)
    .join(' ')} end || case count(*) when 1 then ' link' else ' links' end`,
);
