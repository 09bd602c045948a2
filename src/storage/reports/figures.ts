import { sql } from 'kysely';
import { WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { Outcome } from '../../domain/visit.ts';
import { address } from '../lists/link-sources.ts';
import type { Store } from '../open.ts';
import { LINK_KIND } from '../schema.ts';
import { isKept } from '../sql-texts.ts';
import { allRows, rows, statement } from '../statement.ts';
import type { PageChange } from '../tables/recrawl-tables.ts';

/** Fast queries for observers of a crawl that poll once a second or more often. */
export const latestVisitQueries = (store: Store) => ({
  last: statement<object>()(store, (query) =>
    query.selectFrom('visits').select(({ fn, val }) => fn.coalesce(fn.max('id'), val(0)).as('id')),
  ),

  /** Finds the last visits after a given one, newest first. */
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

  /** Counts visits after a given one, with the start of the first and the end of the last. */
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

  /** Counts pages that were captured without a browser, without removed sites. */
  withoutBrowser: statement<object>()(store, (query) =>
    query
      .selectFrom('visits')
      .innerJoin('seeds', 'seeds.id', 'visits.site')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .where('visits.rendering', '=', 'http')
      .where('visits.outcome', '=', 'page')
      .where('seeds.removed', 'is', null),
  ),

  /** Finds the sites that need a browser: most pages captured without one need scripts. */
  awaitingScripts: statement<object>()(store, (query) =>
    query
      .selectFrom('visits')
      .select('site')
      .where('rendering', '=', 'http')
      .where('outcome', '=', 'page')
      .groupBy('site')
      .having(sql<boolean>`2 * sum(reason like ${sql.lit(`%${WRITTEN_BY_SCRIPTS}%`)}) > count(*)`),
  ),
});

/** Queries for figures of a crawl; their time does not grow with the number of links. */
export const figureQueries = (store: Store) => ({
  /** Sums up the totals of sites by status, without removed sites. */
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

  /** Finds all runs, oldest first. */
  runs: statement<object>()(store, (query) => query.selectFrom('runs').selectAll().orderBy('id')),

  /** Counts internal links by status code, without deleted links and removed sites. */
  statuses: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .innerJoin('seeds', 'seeds.id', 'internal_links.site')
      .select(({ fn }) => ['internal_links.status', fn.countAll<number>().as('links')])
      .where('seeds.removed', 'is', null)
      .where(isKept(LINK_KIND.internal, 'internal_links'))
      .groupBy('internal_links.status'),
  ),

  /** Counts waiting links and claimed links. */
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

  /** Counts visits without a page in a range, by outcome and, for failures, reason. */
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

  /** Counts revisits of the last recrawl run, by result. */
  revisits: statement<object>()(store, (query) =>
    query
      .selectFrom('page_revisits')
      .select(({ fn }) => ['change', fn.countAll<number>().as('revisits')])
      .where('step', '=', ({ selectFrom }) => selectFrom('recrawl_runs').select(({ fn }) => fn.max('step').as('step')))
      .groupBy('change')
      .$narrowType<{ change: PageChange }>(),
  ),
});

/** Progress of a crawl after a visit. */
interface VisitPoint {
  /** Visits so far. */
  readonly visits: number;
  /** Milliseconds of crawling so far, over all runs. */
  readonly milliseconds: number;
  /** New links so far. */
  readonly internal: number;
  readonly external: number;
}

/**
 * Returns the progress of a crawl after its first visit and after further visits, about evenly spaced, including the
 * last. Leaves out recrawl runs.
 */
export function visitCurve(store: Store, points: number): VisitPoint[] {
  const query = sql<VisitPoint>`
    with run as (select id, (select coalesce(sum(earlier.milliseconds), 0) from runs earlier
          where earlier.id < runs.id and earlier.recrawl_run is null) - started_at as shift
        from runs where recrawl_run is null),
      ends as (select min(id) as first, max(id) as last from visits)
    select count(*) as visits, max(run.shift + visits.started_at + visits.milliseconds) as milliseconds,
      sum(new_internal) as internal, sum(new_external) as external
    from visits join run on run.id = visits.run, ends
    group by case visits.id when first then 0 else 1 + (visits.id - first - 1) * ${sql.lit(points)} / max(1, last - first) end
    order by max(visits.id)`;
  let at: VisitPoint = { visits: 0, milliseconds: 0, internal: 0, external: 0 };
  return Array.from(rows(store, query), (more) => {
    at = {
      visits: at.visits + more.visits,
      milliseconds: Math.max(at.milliseconds, more.milliseconds),
      internal: at.internal + more.internal,
      external: at.external + more.external,
    };
    return at;
  });
}

/** Queries on runs and their results. */
export const logQueries = (store: Store) => ({
  /** Finds the last runs, newest first. */
  runs: statement<{ limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('runs')
      .select(['id', 'started_at', 'ended_at', 'milliseconds', 'stopped', 'pid', 'recrawl_run'])
      .orderBy('id', 'desc')
      .limit(arg('limit')),
  ),

  config: statement<{ run: number }>()(store, (query, arg) =>
    query.selectFrom('runs').select('config').where('id', '=', arg('run')),
  ),

  /** Sums up the visits of a run by outcome, and failures by reason, most frequent first. */
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

/** Event of a crawl that the tables record. */
interface LoggedEvent {
  readonly at: number;
  readonly kind: 'run' | 'recrawl' | 'site' | 'trap' | 'deletion' | 'host';
  readonly what: string;
  /** Short name of the site; null for an event without one. */
  readonly site: string | null;
}

/** Lists the last events, newest first. */
export const loggedEvents = (store: Store, limit: number): LoggedEvent[] =>
  allRows(
    store,
    sql<LoggedEvent>`
      select at, kind, what, site from (
        select started_at as at, 'run' as kind, 'run ' || id || ' started' as what, null as site, 2 * id as turn from runs
        union all
        select ended_at, 'run', 'run ' || id || ' ended: ' || coalesce(stopped, 'failed'), null, 2 * id + 1 from runs
          where ended_at is not null
        union all
        select started_at, 'recrawl', 'recrawl run ' || step || ' started, by the rule ' || rule, null, 0 from recrawl_runs
        union all
        select ended_at, 'recrawl', 'recrawl run ' || step || ' ended', null, 0 from recrawl_runs where ended_at is not null
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
      ) order by at desc, turn desc, kind, what limit ${limit}`,
  );

const linksOfKind = sql.raw(
  `case kind ${Object.entries(LINK_KIND)
    .map(([name, kind]) => `when ${kind} then '${name}'`)
    .join(' ')} end || case count(*) when 1 then ' link' else ' links' end`,
);
