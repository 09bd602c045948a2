import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type SiteStatus, type SiteTotals } from '../domain/site.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { after, statement } from './statement.ts';

/** What one visit adds to its site's totals. */
interface SiteGain extends SiteTotals {
  readonly site: number;
  readonly status: SiteStatus;
  readonly note: string;
  readonly milliseconds: number;
  /** When: exports as of an earlier time know how the site stood before. */
  readonly at: number;
}

type NewSeed = Pick<
  Insertable<Schema['seeds']>,
  'full_name' | 'short_name' | 'start_url' | 'origin' | 'host' | 'kind' | 'scope' | 'added_at'
>;

/** The row of a new site. */
export const newSeed = (site: NewSite, now: number): NewSeed => ({
  full_name: site.name,
  short_name: site.shortName,
  start_url: site.url,
  origin: new URL(site.url).origin,
  host: new URL(site.url).host,
  kind: site.kind,
  scope: site.scope,
  added_at: now,
});

/**
 * A new site under a short name that no other has: its own, or where that is only its host and path, its whole address.
 * @throws BadInput for a name that another has
 */
export function uniquelyNamed(site: NewSite, { namesake }: Pick<ReturnType<typeof seedQueries>, 'namesake'>): NewSite {
  const other = namesake.get({ shortName: site.shortName });
  if (!other) return site;
  const { name, shortName, url } = site;
  if (shortName === url || shortName !== defaultShortName(new URL(url)))
    throw new BadInput(`"${shortName}" is the short name of ${other.start_url}: give ${url} another`);
  return uniquelyNamed({ ...site, name: name === shortName ? url : name, shortName: url }, { namesake });
}

/** Queries on the table `seeds`: the sites and their totals. */
export const seedQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('seeds').selectAll().orderBy('id')),

  /** The next ones, by their ids: of many, not all rows are in memory. */
  some: statement<{ after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('seeds')
      .select(['id', 'short_name', 'start_url', 'home', 'kind', 'scope', 'status', 'note', 'pages', 'failed'])
      .select(['reward_sum', 'reward_max', 'milliseconds', 'removed', 'found_on'])
      .select(['page_limit', 'depth', 'delay', 'include', 'exclude'])
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(arg('limit')),
  ),

  /** All, with the page that each was found on. */
  listed: statement<object>()(store, (query) =>
    query
      .selectFrom('seeds as site')
      .leftJoin('internal_links as page', 'page.id', 'site.found_on')
      .leftJoin('seeds as page_site', 'page_site.id', 'page.site')
      .selectAll('site')
      .select(address('page', 'page_site').as('found_on_url'))
      .orderBy('site.id'),
  ),

  find: statement<{ startUrl: string }>()(store, (query, arg) =>
    query.selectFrom('seeds').select(['id', 'removed', 'found_on']).where('start_url', '=', arg('startUrl')),
  ),

  get: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('seeds').selectAll().where('id', '=', arg('site')),
  ),

  setHome: statement<{ site: number; home: string }>()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set({ home: arg('home') })
      .where('id', '=', arg('site')),
  ),

  /** A site that has the name, also a removed one. */
  namesake: statement<{ shortName: string }>()(store, (query, arg) =>
    query.selectFrom('seeds').select('start_url').where('short_name', '=', arg('shortName')).limit(1),
  ),

  named: statement<{ name: string; address: string }>()(store, (query, arg) =>
    query
      .selectFrom('seeds')
      .select(['id', 'start_url'])
      .where((eb) => eb.or([eb('short_name', '=', arg('name')), eb('start_url', '=', arg('address'))]))
      .orderBy('id'),
  ),

  onHost: statement<{ host: string; www: string }>()(store, (query, arg) =>
    query
      .selectFrom('seeds')
      .select(['id', 'start_url'])
      .where((eb) => eb.or([eb('host', '=', arg('host')), eb('host', '=', arg('www'))]))
      .orderBy('id'),
  ),

  setRemoved: after(
    [keepSite(store, ['removed'])],
    statement<{ site: number; removed: number | null; at: number }>()(store, (query, arg) =>
      query
        .updateTable('seeds')
        .set({ removed: arg('removed') })
        .where('id', '=', arg('site')),
    ),
  ),

  setLimits: statement<
    { site: number } & Pick<
      Selectable<Schema['seeds']>,
      'scope' | 'page_limit' | 'depth' | 'delay' | 'include' | 'exclude'
    >
  >()(store, (query, arg) =>
    query
      .updateTable('seeds')
      .set({
        scope: arg('scope'),
        page_limit: arg('page_limit'),
        depth: arg('depth'),
        delay: arg('delay'),
        include: arg('include'),
        exclude: arg('exclude'),
      })
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
        not(
          exists(
            selectFrom('internal_link_identities as identity')
              .select('link')
              .whereRef('identity.site', '=', 'seeds.id'),
          ),
        ),
      )
      .orderBy('id'),
  ),

  insert: statement<NewSeed>()(store, (query, arg) => query.insertInto('seeds').values(newRow(arg)).returning('id')),

  /** The id that the next site gets. */
  nextId: statement<object>()(store, (query) =>
    query.selectFrom('seeds').select(({ fn, val }) => sql<number>`${fn.coalesce(fn.max('id'), val(0))} + 1`.as('id')),
  ),

  /** A site that the crawl found itself, on a page. */
  insertFound: statement<NewSeed & { readonly id: number; readonly page: number }>()(store, (query, arg) =>
    query.insertInto('seeds').values({ ...newRow(arg), id: arg('id'), found_on: arg('page') }),
  ),

  /** Its user gives a site that the crawl had found itself. */
  adopt: statement<{ site: number }>()(store, (query, arg) =>
    query.updateTable('seeds').set({ found_on: null }).where('id', '=', arg('site')),
  ),

  gain: after(
    [keepSite(store, ['status', 'note'])],
    statement<SiteGain>()(store, (query, arg) =>
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
  ),

  /** What a check of a known page adds: no visit is charged. */
  add: after(
    [keepSite(store, ['status'])],
    statement<Pick<SiteGain, 'site' | 'status' | 'internal' | 'external' | 'bad' | 'resources' | 'at'>>()(
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
  ),

  setStatus: after(
    [keepSite(store, ['status', 'note'])],
    statement<{ site: number; status: SiteStatus; note: string; at: number }>()(store, (query, arg) =>
      query
        .updateTable('seeds')
        .set({ status: arg('status'), note: arg('note') })
        .where('id', '=', arg('site')),
    ),
  ),
});

/** The row of a new site, as statements bind it. */
const newRow = (arg: <K extends keyof NewSeed>(name: K) => RawBuilder<NewSeed[K]>) => ({
  full_name: arg('full_name'),
  short_name: arg('short_name'),
  start_url: arg('start_url'),
  origin: arg('origin'),
  host: arg('host'),
  kind: arg('kind'),
  scope: arg('scope'),
  status: 'waiting' as const,
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
});

type ChangingColumn = 'status' | 'note' | 'removed';

/** How a site stood until now, where one of these columns is to change. */
const keepSite = <K extends ChangingColumn>(store: Store, columns: readonly K[]) =>
  statement<Pick<Selectable<Schema['seeds']>, K> & { readonly site: number; readonly at: number }>()(
    store,
    (query, arg) =>
      query
        .insertInto('site_changes')
        .columns(['site', 'at', 'status', 'note', 'removed'])
        .expression((eb) =>
          eb
            .selectFrom('seeds')
            .select(['id', arg('at').as('at'), 'status', 'note', 'removed'])
            .where('id', '=', arg('site'))
            .where(({ or }) => or(columns.map((name) => sql<boolean>`${sql.ref(name)} is distinct from ${arg(name)}`))),
        )
        .onConflict((conflict) => conflict.columns(['site', 'at']).doNothing()),
  );
