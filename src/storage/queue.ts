import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import { LINK_KIND, type Schema } from './schema.ts';
import { statement, statementOfRows } from './statement.ts';

/** A waiting link's row. */
export interface QueuePlace {
  /** The row of `queue_groups`. */
  readonly group: number;
  readonly rank: number;
  readonly link: number;
}

/** What tells one group of a site from the others. */
export interface GroupKey {
  readonly site: number;
  readonly tier: number;
  readonly lane: number;
  readonly name: string;
}

/** What a claim sees of a waiting link. */
export interface QueueHead {
  readonly link: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
  /** The site and address of the page that it was found on. */
  readonly page_site: number | null;
  readonly page_url: string | null;
}

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
        arg('group').as('queue_group'),
        arg('rank').as('rank'),
        arg('link').as('link'),
        arg('notBefore').as('not_before'),
      ])
      .where(({ not, exists }) => not(exists(deletion)));
    return query.insertInto('queue').columns(['queue_group', 'rank', 'link', 'not_before']).expression(row);
  }),

  /** Lets links wait that are new, which nobody can have deleted. */
  insertNew: statementOfRows<QueuePlace>()(store, (query, links) =>
    query.insertInto('queue').values(
      links.map((arg) => ({
        queue_group: arg('group'),
        rank: arg('rank'),
        link: arg('link'),
        not_before: NONE,
      })),
    ),
  ),

  remove: statement<QueuePlace>()(store, (query, arg) =>
    query
      .deleteFrom('queue')
      .where('queue_group', '=', arg('group'))
      .where('rank', '=', arg('rank'))
      .where('link', '=', arg('link')),
  ),

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

  group: statement<{ group: number }>()(store, (query, arg) =>
    query.selectFrom('queue_groups').selectAll().where('id', '=', arg('group')),
  ),

  findGroup: statement<GroupKey>()(store, (query, arg) =>
    query
      .selectFrom('queue_groups')
      .selectAll()
      .where('site', '=', arg('site'))
      .where('lane', '=', arg('lane'))
      .where('name', '=', arg('name'))
      .where('tier', '=', arg('tier')),
  ),

  addGroup: statement<GroupKey & { value: number }>()(store, (query, arg) =>
    query
      .insertInto('queue_groups')
      .values({
        site: arg('site'),
        tier: arg('tier'),
        lane: arg('lane'),
        name: arg('name'),
        value: arg('value'),
      })
      .returning('id'),
  ),

  /** Moves all links of a group, whatever their tier. */
  moveGroup: statement<Omit<GroupKey, 'tier'> & { value: number }>()(store, (query, arg) =>
    query
      .updateTable('queue_groups')
      .set({ value: arg('value') })
      .where('site', '=', arg('site'))
      .where('lane', '=', arg('lane'))
      .where('name', '=', arg('name')),
  ),

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
    .orderBy('queue.rank', 'desc')
    .orderBy('queue.link')
    .limit(1);

/** Written out, as SQLite uses the index of pauses only where it can see that its condition holds. */
const NONE = sql.lit(0);
