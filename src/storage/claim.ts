import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Store } from './open.ts';
import { LINK_KIND, type Schema, statusCode } from './schema.ts';
import { statement } from './statement.ts';
import {
  allFrom,
  deleteFrom,
  deleteRowsFrom,
  insertInto,
  insertRowsInto,
  putInto,
  selectFrom,
  updateTable,
} from './table-statements.ts';
import { linksOf } from './visit.ts';

/*
 * How links are handed out: in which order they wait, who holds those that are claimed, which hosts are busy, and what a crawl
 * that goes on gives back or takes up.
 */

/** A waiting link's row. */
export type QueuePlace = Selectable<Schema['queue']>;

/** A waiting link, as a claim reads it. */
export interface QueueHead {
  readonly link: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
  /** The site and address of the page that it was found on. */
  readonly page_site: number | null;
  readonly page_url: string | null;
}

/** The order within a group, as `compareWaiting` of domain/rank.ts has it. */
const IN_RANK_ORDER = sql`queue.rank desc, queue.link`;

/** Queries on the tables `queue` and `queue_groups`: the waiting links in the order in which they are handed out. */
export const queueQueries = (store: Store) => ({
  /** The first links of a group that may be visited at `now`. */
  head: statement<{ group: number; now: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('queue')
      .innerJoin('internal_links', 'internal_links.id', 'queue.link')
      .leftJoin('internal_links as page', 'page.id', 'internal_links.source')
      .select([
        'queue.link',
        'queue.rank',
        'internal_links.url',
        'internal_links.level',
        'internal_links.source',
        'internal_links.attempts',
        'page.site as page_site',
        'page.url as page_url',
      ])
      .where('queue.queue_group', '=', arg('group'))
      .where('queue.not_before', '<=', arg('now'))
      .orderBy(IN_RANK_ORDER)
      .limit(arg('limit')),
  ),

  /** Changes nothing where the link was deleted. */
  insert: statement<Selectable<Schema['queue']>>()(store, (query, arg) => {
    const deletion = query
      .selectFrom('deletions')
      .select('link')
      .where('kind', '=', LINK_KIND.internal)
      .where('link', '=', arg('link'));
    const row = query
      .selectNoFrom([
        arg('queue_group').as('queue_group'),
        arg('rank').as('rank'),
        arg('link').as('link'),
        arg('not_before').as('not_before'),
      ])
      .where(({ not, exists }) => not(exists(deletion)));
    return query.insertInto('queue').columns(['queue_group', 'rank', 'link', 'not_before']).expression(row);
  }),
  /** Lets links wait that are new, so that none of them can be deleted. */
  insertNew: insertRowsInto(store, 'queue', ['queue_group', 'rank', 'link', 'not_before']),
  remove: deleteFrom(store, 'queue', ['queue_group', 'rank', 'link']),
  removeSome: deleteRowsFrom(store, 'queue', ['queue_group', 'rank', 'link']),

  /** So many links more, or less, wait in a group. */
  count: statement<{ group: number; more: number }>()(store, (query, arg) =>
    query
      .updateTable('queue_groups')
      .set((eb) => ({ waiting: eb('waiting', '+', arg('more')) }))
      .where('id', '=', arg('group')),
  ),

  /** The groups that links wait in, each with the first one that may be visited at `now`. */
  groups: statement<{ now: number }>()(store, (query, arg) => groupsThatWait(query, arg('now'))),

  /** The next ones, by their ids: of many, not all rows are in memory. */
  someGroups: statement<{ now: number; after: number; limit: number }>()(store, (query, arg) =>
    groupsThatWait(query, arg('now')).where('id', '>', arg('after')).orderBy('id').limit(arg('limit')),
  ),

  /** The same of one site. */
  groupsOf: statement<{ site: number; now: number }>()(store, (query, arg) =>
    groupsThatWait(query, arg('now')).where('queue_groups.site', '=', arg('site')),
  ),

  group: allFrom(store, 'queue_groups', ['id']),
  findGroup: allFrom(store, 'queue_groups', ['site', 'lane', 'name', 'tier']),
  addGroup: insertInto(store, 'queue_groups', ['site', 'tier', 'lane', 'name', 'value'], 'returning id'),
  /** Moves all links of a group, whatever their tier. */
  moveGroup: updateTable(store, 'queue_groups', ['value'], ['site', 'lane', 'name']),

  /**
   * Deletes the groups that no link waits in, nor can wait in again: claimed links and deleted ones come back to their
   * group. Done when a crawl opens: done with a group's last link it would cost a site whose queue runs dry now and then
   * two rows more a visit.
   */
  sweepGroups: statement<object>()(store, (query) =>
    query
      .deleteFrom('queue_groups')
      .where('waiting', '=', 0)
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom('internal_links')
          .select('queue_group')
          .where('queue_group', 'is not', null)
          .where(({ or, eb }) =>
            or([
              eb('id', 'in', selectFrom('leases').select('link')),
              eb('id', 'in', selectFrom('deletions').select('link').where('kind', '=', LINK_KIND.internal)),
            ]),
          ),
      ),
  ),

  /** Links with a time before which they are not visited; it may be over. */
  paused: statement<object>()(store, (query) =>
    query
      .selectFrom('queue')
      .innerJoin('queue_groups', 'queue_groups.id', 'queue.queue_group')
      .selectAll('queue')
      .select('queue_groups.site')
      .where('not_before', '>', NONE),
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

/** One pass over the groups; what they hold is read beside it by its key. */
const groupsThatWait = (query: Kysely<Schema>, now: RawBuilder<number>) =>
  query
    .selectFrom('queue_groups')
    .selectAll()
    .select((eb) => {
      const first = firstOf(eb, now);
      return [first.select('queue.link').as('first_link'), first.select('queue.rank').as('first_rank')];
    })
    .where('waiting', '>', 0);

const firstOf = (eb: ExpressionBuilder<Schema, 'queue_groups'>, now: RawBuilder<number>) =>
  eb
    .selectFrom('queue')
    .whereRef('queue.queue_group', '=', 'queue_groups.id')
    .where('queue.not_before', '<=', now)
    .orderBy(IN_RANK_ORDER)
    .limit(1);

/** Written out, as SQLite uses the index of pauses only where it can see that its condition holds. */
const NONE = sql.lit(0);

const LEASE = ['link', 'site', 'token', 'claimed_at', 'owner', 'ends_at'] as const;

/** Claimed links. */
export const leaseQueries = (store: Store) => ({
  /** A visit begins: to history the link still waits. */
  claim: statement<{ link: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set({ status: statusCode('claimed') })
      .where('id', '=', arg('link')),
  ),
  insert: insertInto(store, 'leases', LEASE),
  /** Changes one row if the lease is still held by that token, none if it is not. */
  end: deleteFrom(store, 'leases', ['link', 'token']),
  /** Puts off the end of all that a run holds. */
  renew: updateTable(store, 'leases', ['ends_at'], ['owner']),
  /** Leases that have ended, or whose run has. */
  dead: statement<{ now: number }>()(store, (query, arg) =>
    query
      .selectFrom('leases')
      .leftJoin('runs', 'runs.id', 'leases.owner')
      .select(['leases.link', 'leases.site', 'leases.token'])
      .where(({ or, eb }) =>
        or([eb('leases.ends_at', '<=', arg('now')), eb('runs.id', 'is', null), eb('runs.ended_at', 'is not', null)]),
      )
      .orderBy('leases.claimed_at')
      .orderBy('leases.link'),
  ),

  ofSite: allFrom(store, 'leases', ['site']),

  /** When the next lease of another run ends. */
  nextEnd: statement<{ owner: number }>()(store, (query, arg) =>
    query
      .selectFrom('leases')
      .select(({ fn }) => fn.min('ends_at').as('at'))
      .where('owner', '!=', arg('owner')),
  ),
});

/** Numbers that no two holders of a database may both have. */
export const sequenceQueries = (store: Store) => ({
  next: selectFrom(store, 'sequences', ['next'], ['name']),
  advance: statement<{ name: 'lease'; by: number }>()(store, (query, arg) =>
    query
      .updateTable('sequences')
      .set((eb) => ({ next: eb('next', '+', arg('by')) }))
      .where('name', '=', arg('name')),
  ),
});

/** The hosts that are busy. */
export const hostQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('hosts').selectAll()),
  put: putInto(store, 'hosts', ['host'], ['extra_delay', 'not_before']),
  remove: deleteFrom(store, 'hosts', ['host']),
});

export type HostQueries = ReturnType<typeof hostQueries>;

/** Deaths of the crawler during a visit after which its link is given up. */
export const CRASHES_TO_GIVE_UP = 25;

/** Written out as the index internal_links_aside has it: failed links, and those that were set aside. */
const TAKEN_UP_LATER = sql<boolean>`status in (4, 6, 8, 9, 10, 11)`;

/** Links that a crawl which goes on gives back, tries again or places again. */
export const resumedLinkQueries = (store: Store) => ({
  /** The crawler died during a visit of the link; returns how often it has. */
  addCrash: statement<{ link: number }>()(store, (query, arg) =>
    query
      .insertInto('crashes')
      .values({ link: arg('link'), crashes: 1 })
      .onConflict((conflict) =>
        conflict.column('link').doUpdateSet((eb) => ({ crashes: eb('crashes.crashes', '+', 1) })),
      )
      .returning('crashes'),
  ),
  /** Visits that failed of links that are given up, oldest first; `night`: the one that the visit's run served. */
  failed: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .innerJoin('visits', 'visits.link', 'internal_links.id')
      .innerJoin('runs', 'runs.id', 'visits.run')
      .select(['internal_links.id', 'internal_links.site', 'internal_links.url', 'internal_links.level'])
      .select([
        'internal_links.status',
        'internal_links.tier',
        'internal_links.attempts',
        'visits.reason',
        'runs.night',
      ])
      .where(TAKEN_UP_LATER)
      .where('internal_links.status', '=', statusCode('failed'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('crashes')
              .select('crashes.link')
              .whereRef('crashes.link', '=', 'internal_links.id')
              .where('crashes.crashes', '>=', CRASHES_TO_GIVE_UP),
          ),
        ),
      )
      .where('visits.outcome', '=', 'failed')
      .orderBy('visits.id'),
  ),

  /** The next links of a status that a later run may take up, if it does not leave them aside as this one did. */
  setAside: statement<{ status: number; after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .selectAll()
      .where(TAKEN_UP_LATER)
      .where('status', '=', arg('status'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(arg('limit')),
  ),

  /** The next links of a site by their identity, which has nothing to do with their places in the queue: the first of a queue costs a look when it is taken out. */
  ofSite: statement<{ site: number; after: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'hash', 'url', 'level', 'status', 'tier', 'rank', 'queue_group'])
      .where('hash', '>', arg('after'))
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});
