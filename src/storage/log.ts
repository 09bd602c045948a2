import { sql } from 'kysely';
import type { Outcome } from '../domain/visit.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { rows, statement } from './statement.ts';

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
export interface LoggedEvent {
  readonly at: number;
  readonly kind: 'run' | 'night' | 'site' | 'trap' | 'deletion' | 'host';
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
        select started_at as at, 'run' as kind, 'run ' || id || ' began' as what, null as site, 2 * id as turn from runs
        union all
        select ended_at, 'run', 'run ' || id || ' ended: ' || coalesce(stopped, 'failed'), null, 2 * id + 1 from runs
          where ended_at is not null
        union all
        select started_at, 'night', 'night ' || step || ' began, by the rule ' || rule, null, 0 from nights
        union all
        select ended_at, 'night', 'night ' || step || ' ended', null, 0 from nights where ended_at is not null
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
