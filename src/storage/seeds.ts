import type { Insertable } from 'kysely';
import type { NewSite, SiteStatus } from '../domain/site.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';

/** What one visit adds to its site's totals. */
export interface SiteGain {
  readonly site: number;
  readonly status: SiteStatus;
  readonly note: string;
  readonly pages: number;
  readonly failed: number;
  readonly internal: number;
  readonly external: number;
  readonly bad: number;
  readonly resources: number;
  readonly reward: number;
  readonly milliseconds: number;
}

export type NewSeed = Pick<
  Insertable<Schema['seeds']>,
  'full_name' | 'short_name' | 'start_url' | 'host' | 'kind' | 'scope' | 'added_at'
>;

/** The row of a new site. */
export const newSeed = (site: NewSite, now: number): NewSeed => ({
  full_name: site.name,
  short_name: site.shortName,
  start_url: site.url,
  host: new URL(site.url).host,
  kind: site.kind,
  scope: site.scope,
  added_at: now,
});

/** Queries on the table `seeds`: the sites and their totals. */
export const seedQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('seeds').selectAll().orderBy('id')),

  find: statement<{ startUrl: string }>()(store, (query, arg) =>
    query.selectFrom('seeds').select(['id', 'removed']).where('start_url', '=', arg('startUrl')),
  ),

  get: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('seeds').selectAll().where('id', '=', arg('site')),
  ),

  named: statement<{ name: string; address: string }>()(store, (query, arg) =>
    query
      .selectFrom('seeds')
      .select(['id', 'start_url'])
      .where((eb) => eb.or([eb('short_name', '=', arg('name')), eb('start_url', '=', arg('address'))]))
      .orderBy('id'),
  ),

  setRemoved: statement<{ site: number; removed: number | null }>()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set({ removed: arg('removed') })
      .where('id', '=', arg('site')),
  ),

  /** Sites of the crawl without a link: their start page is still to be added. */
  unbegun: statement<object>()(store, (query) =>
    query
      .selectFrom('seeds')
      .selectAll()
      .where('internal', '=', 0)
      .where('removed', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('internal_links').select('id').whereRef('internal_links.site', '=', 'seeds.id'))),
      )
      .orderBy('id'),
  ),

  insert: statement<NewSeed>()(store, (query, arg) =>
    query.insertInto('seeds').values({
      full_name: arg('full_name'),
      short_name: arg('short_name'),
      start_url: arg('start_url'),
      host: arg('host'),
      kind: arg('kind'),
      scope: arg('scope'),
      status: 'waiting',
      note: '',
      pages: 0,
      failed: 0,
      internal: 0,
      external: 0,
      bad: 0,
      resources: 0,
      reward_sum: 0,
      reward_max: 0,
      milliseconds: 0,
      added_at: arg('added_at'),
      removed: null,
    }),
  ),

  gain: statement<SiteGain>()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set((eb) => ({
        status: arg('status'),
        note: arg('note'),
        pages: eb('pages', '+', arg('pages')),
        failed: eb('failed', '+', arg('failed')),
        internal: eb('internal', '+', arg('internal')),
        external: eb('external', '+', arg('external')),
        bad: eb('bad', '+', arg('bad')),
        resources: eb('resources', '+', arg('resources')),
        reward_sum: eb('reward_sum', '+', arg('reward')),
        reward_max: eb
          .case()
          .when('reward_max', '<', arg('reward'))
          .then(arg('reward'))
          .else(eb.ref('reward_max'))
          .end(),
        milliseconds: eb('milliseconds', '+', arg('milliseconds')),
      }))
      .where('id', '=', arg('site')),
  ),

  /** What a check of a known page adds: no visit is charged. */
  add: statement<Pick<SiteGain, 'site' | 'status' | 'internal' | 'external' | 'bad' | 'resources'>>()(
    store,
    (query, arg) =>
      query
        .updateTable('seeds')
        .set((eb) => ({
          status: arg('status'),
          internal: eb('internal', '+', arg('internal')),
          external: eb('external', '+', arg('external')),
          bad: eb('bad', '+', arg('bad')),
          resources: eb('resources', '+', arg('resources')),
        }))
        .where('id', '=', arg('site')),
  ),

  /** Of a site that goes on, or is done: whatever kept it from that is past. */
  setStatus: statement<{ site: number; status: SiteStatus }>()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set({ status: arg('status'), note: '' })
      .where('id', '=', arg('site')),
  ),

  /** Of a site whose pages ask to log in, and why that is thought. */
  endSession: statement<{ site: number; note: string }>()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set({ status: 'session-ended', note: arg('note') })
      .where('id', '=', arg('site')),
  ),
});
