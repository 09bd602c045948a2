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
 * Queries on claims: order of waiting links, leases of claimed links, busy hosts, and links that a resumed crawl gives
 * back or ranks again.
 */

/** Row of a waiting link. */
export type QueuePlace = Selectable<Schema['queue']>;

/** Waiting link with the columns that a claim needs. */
export interface QueueHead {
  readonly link: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
  /** Site and address of the page with the link. */
  readonly page_site: number | null;
  readonly page_url: string | null;
}

/** Order within a group, the same as that of `compareWaiting` in domain/rank.ts. */
const IN_RANK_ORDER = sql`queue.rank desc, queue.link`;

/** Queries on `queue` and `queue_groups`: waiting links in the order of claims. */
export const queueQueries = (store: Store) => ({
  /** Finds the first links of a group that may be visited at `now`. */
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

  /** Inserts a waiting link; ignores a deleted one. */
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
  /** Inserts new links, which can't be deleted ones. */
  insertNew: insertRowsInto(store, 'queue', ['queue_group', 'rank', 'link', 'not_before']),
  remove: deleteFrom(store, 'queue', ['queue_group', 'rank', 'link']),
  removeSome: deleteRowsFrom(store, 'queue', ['queue_group', 'rank', 'link']),

  /** Changes the number of a group's waiting links by `more`. */
  count: statement<{ group: number; more: number }>()(store, (query, arg) =>
    query
      .updateTable('queue_groups')
      .set((eb) => ({ waiting: eb('waiting', '+', arg('more')) }))
      .where('id', '=', arg('group')),
  ),

  /** Finds the groups with waiting links, each with its first link that may be visited at `now`. */
  groups: statement<{ now: number }>()(store, (query, arg) => groupsThatWait(query, arg('now'))),

  /** Finds the next groups by id, so that not all rows are in memory at once. */
  someGroups: statement<{ now: number; after: number; limit: number }>()(store, (query, arg) =>
    groupsThatWait(query, arg('now')).where('id', '>', arg('after')).orderBy('id').limit(arg('limit')),
  ),

  /** Finds the groups of one site with waiting links, each with its first link that may be visited at `now`. */
  groupsOf: statement<{ site: number; now: number }>()(store, (query, arg) =>
    groupsThatWait(query, arg('now')).where('queue_groups.site', '=', arg('site')),
  ),

  group: allFrom(store, 'queue_groups', ['id']),
  findGroup: allFrom(store, 'queue_groups', ['site', 'lane', 'name', 'tier']),
  addGroup: insertInto(store, 'queue_groups', ['site', 'tier', 'lane', 'name', 'value'], 'returning id'),
  /** Changes the value of a group in all tiers. */
  moveGroup: updateTable(store, 'queue_groups', ['value'], ['site', 'lane', 'name']),

  /**
   * Deletes groups without waiting, claimed or deleted links, as claimed and deleted links may return to their group.
   * Runs only when a crawl opens: with every emptied group, sites with short queues would cost two rows more per visit.
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

  /** Finds links with a time before which they must not be visited; that time may be over. */
  paused: statement<object>()(store, (query) =>
    query
      .selectFrom('queue')
      .innerJoin('queue_groups', 'queue_groups.id', 'queue.queue_group')
      .selectAll('queue')
      .select('queue_groups.site')
      .where('not_before', '>', NONE),
  ),

  /** Shortens pauses that end later than `latest`. */
  shorten: statement<{ latest: number }>()(store, (query, arg) =>
    query
      .updateTable('queue')
      .set({ not_before: arg('latest') })
      .where('not_before', '>', NONE)
      .where('not_before', '>', arg('latest')),
  ),
});

/** Selects groups with waiting links in one pass over the groups, and looks up each group's first link by key. */
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

/** Literal 0: with a parameter SQLite does not use the partial index of pauses. */
const NONE = sql.lit(0);

const LEASE = ['link', 'site', 'token', 'claimed_at', 'owner', 'ends_at'] as const;

/** Queries on leases of claimed links. */
export const leaseQueries = (store: Store) => ({
  /** Marks a link as claimed; in the history the link still waits. */
  claim: statement<{ link: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set({ status: statusCode('claimed') })
      .where('id', '=', arg('link')),
  ),
  insert: insertInto(store, 'leases', LEASE),
  /** Ends a lease: changes one row if the token still holds the lease, otherwise none. */
  end: deleteFrom(store, 'leases', ['link', 'token']),
  /** Extends all leases of a run. */
  renew: updateTable(store, 'leases', ['ends_at'], ['owner']),
  /** Finds leases that have expired, or whose run has ended. */
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

  /** Finds the end of the next lease of another run. */
  nextEnd: statement<{ owner: number }>()(store, (query, arg) =>
    query
      .selectFrom('leases')
      .select(({ fn }) => fn.min('ends_at').as('at'))
      .where('owner', '!=', arg('owner')),
  ),
});

/** Queries on sequences: numbers that are unique among all processes of a database. */
export const sequenceQueries = (store: Store) => ({
  next: selectFrom(store, 'sequences', ['next'], ['name']),
  advance: statement<{ name: 'lease'; by: number }>()(store, (query, arg) =>
    query
      .updateTable('sequences')
      .set((eb) => ({ next: eb('next', '+', arg('by')) }))
      .where('name', '=', arg('name')),
  ),
});

/** Queries on busy hosts. */
export const hostQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('hosts').selectAll()),
  put: putInto(store, 'hosts', ['host'], ['extra_delay', 'not_before']),
  remove: deleteFrom(store, 'hosts', ['host']),
});

export type HostQueries = ReturnType<typeof hostQueries>;

/** Number of crawler crashes during visits of a link after which the link is given up. */
export const CRASHES_TO_GIVE_UP = 25;

/** Failed and skipped links, written exactly like the condition of the index `internal_links_aside`. */
const RETRYABLE = sql<boolean>`status in (4, 6, 8, 9, 10, 11)`;

/** Queries on links that a resumed crawl gives back, retries or ranks again. */
export const resumedLinkQueries = (store: Store) => ({
  /** Counts a crawler crash during a visit of the link; returns the number of crashes. */
  addCrash: statement<{ link: number }>()(store, (query, arg) =>
    query
      .insertInto('crashes')
      .values({ link: arg('link'), crashes: 1 })
      .onConflict((conflict) =>
        conflict.column('link').doUpdateSet((eb) => ({ crashes: eb('crashes.crashes', '+', 1) })),
      )
      .returning('crashes'),
  ),
  /** Finds failed visits of links that were given up, oldest first; `recrawl_run` that of the visit. */
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
        'runs.recrawl_run',
      ])
      .where(RETRYABLE)
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

  /** Finds the next skipped links of a status; a later run may rank these again under other settings. */
  skippedLinks: statement<{ status: number; after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .selectAll()
      .where(RETRYABLE)
      .where('status', '=', arg('status'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(arg('limit')),
  ),

  /**
   * Finds the next links of a site in hash order, which is unrelated to queue order: removal of a queue's first link
   * costs a search for the next one.
   */
  ofSite: statement<{ site: number; after: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'hash', 'url', 'level', 'status', 'tier', 'rank', 'queue_group'])
      .where('hash', '>', arg('after'))
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});
