import { sql } from 'kysely';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { statement } from './statement.ts';

export interface QueuePlace {
  readonly site: number;
  readonly lane: number;
  readonly rank: number;
  readonly link: number;
}

/** What a claim sees of a waiting link. */
export interface QueueHead {
  readonly link: number;
  readonly lane: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
}

/** Queries on the table `queue`: the waiting links in the order in which they are handed out. */
export const queueQueries = (store: Store) => ({
  /** The first links of a site that may be visited at `now`. */
  head: statement<{ site: number; now: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('queue')
      .innerJoin('internal_links', 'internal_links.id', 'queue.link')
      .select([
        'queue.link',
        'queue.lane',
        'queue.rank',
        'internal_links.url',
        'internal_links.level',
        'internal_links.source',
        'internal_links.attempts',
      ])
      .where('queue.site', '=', arg('site'))
      .where('queue.not_before', '<=', arg('now'))
      .orderBy('queue.site')
      .orderBy('queue.lane', 'desc')
      .orderBy('queue.rank', 'desc')
      .orderBy('queue.link')
      .limit(arg('limit')),
  ),

  /** Changes nothing where the link was deleted. */
  insert: statement<QueuePlace & { notBefore: number }>()(store, (query, arg) => {
    const deletion = query
      .selectFrom('deletions')
      .select('link')
      .where('kind', '=', LINK_KIND.internal)
      .where('link', '=', arg('link'));
    const row = query
      .selectNoFrom([
        arg('site').as('site'),
        arg('lane').as('lane'),
        arg('rank').as('rank'),
        arg('link').as('link'),
        arg('notBefore').as('not_before'),
      ])
      .where(({ not, exists }) => not(exists(deletion)));
    return query.insertInto('queue').columns(['site', 'lane', 'rank', 'link', 'not_before']).expression(row);
  }),

  remove: statement<QueuePlace>()(store, (query, arg) =>
    query
      .deleteFrom('queue')
      .where('site', '=', arg('site'))
      .where('lane', '=', arg('lane'))
      .where('rank', '=', arg('rank'))
      .where('link', '=', arg('link')),
  ),

  /** How many links wait, by site. */
  counts: statement<object>()(store, (query) =>
    query
      .selectFrom('queue')
      .select(({ fn }) => ['site', fn.countAll<number>().as('waiting')])
      .groupBy('site'),
  ),

  count: statement<{ site: number }>()(store, (query, arg) =>
    query
      .selectFrom('queue')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('site', '=', arg('site')),
  ),

  /** Links with a time before which they are not visited; it may be over. */
  paused: statement<object>()(store, (query) =>
    query.selectFrom('queue').select(['site', 'link', 'not_before']).where('not_before', '>', NONE),
  ),

  /** Cuts pauses that end later than `latest`. */
  shorten: statement<{ latest: number }>()(store, (query, arg) =>
    query
      .updateTable('queue')
      .set({ not_before: arg('latest') })
      .where('not_before', '>', NONE)
      .where('not_before', '>', arg('latest')),
  ),
});

/** Written out, as SQLite uses the index of pauses only where it can see that its condition holds. */
const NONE = sql.lit(0);
