import { type Selectable, sql } from 'kysely';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type SiteStatus, type SiteTotals } from '../domain/site.ts';
import { address } from './lists/link-sources.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { after, statement } from './statement.ts';
import { allFrom, insertInto, keeping, nextIdOf, putInto, selectFrom, updateTable } from './table-statements.ts';
import { linksOf } from './visit.ts';

/** What one visit adds to its site's totals. */
interface SiteGain extends SiteTotals {
  readonly id: number;
  readonly status: SiteStatus;
  readonly note: string;
  readonly milliseconds: number;
  /** When: exports as of an earlier time know how the site stood before. */
  readonly at: number;
}

const NEW = ['full_name', 'short_name', 'start_url', 'origin', 'host', 'kind', 'scope', 'added_at'] as const;

/** The row of a new site. */
export const newSeed = (site: NewSite, now: number) => ({
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
    throw new BadInput(`"${shortName}" is already the short name of ${other.start_url}; choose another one for ${url}`);
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

  find: selectFrom(store, 'seeds', ['id', 'removed', 'found_on'], ['start_url']),
  get: allFrom(store, 'seeds', ['id']),
  setHome: updateTable(store, 'seeds', ['home'], ['id']),
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

  setRemoved: after<{ id: number; removed: number | null; at: number }, never>(
    [keepSite(store, ['removed'])],
    updateTable(store, 'seeds', ['removed'], ['id']),
  ),
  setLimits: updateTable(store, 'seeds', ['scope', 'page_limit', 'depth', 'delay', 'include', 'exclude'], ['id']),
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

  insert: insertInto(store, 'seeds', NEW, 'returning id'),
  /** The id that the next site gets. */
  nextId: nextIdOf(store, 'seeds'),
  /** A site that the crawl found itself, on the page `found_on`. */
  insertFound: insertInto(store, 'seeds', [...NEW, 'id', 'found_on']),
  /** Its user gives a site that the crawl had found itself. */
  adopt: statement<{ id: number }>()(store, (query, arg) =>
    query.updateTable('seeds').set({ found_on: null }).where('id', '=', arg('id')),
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
        .where('id', '=', arg('id')),
    ),
  ),

  /** What a check of a known page adds: no visit is charged. */
  add: after(
    [keepSite(store, ['status'])],
    statement<Pick<SiteGain, 'id' | 'status' | 'internal' | 'external' | 'bad' | 'resources' | 'at'>>()(
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
          .where('id', '=', arg('id')),
    ),
  ),

  setStatus: after<{ id: number; status: SiteStatus; note: string; at: number }, never>(
    [keepSite(store, ['status', 'note'])],
    updateTable(store, 'seeds', ['status', 'note'], ['id']),
  ),
});

type ChangingColumn = 'status' | 'note' | 'removed';

/** Keeps how a site stood until now, where one of these columns is to change. */
function keepSite<K extends ChangingColumn>(store: Store, columns: readonly K[]) {
  return keeping<Pick<Selectable<Schema['seeds']>, K> & { readonly id: number; readonly at: number }>()(
    store,
    'site_changes',
    ['site', 'at', 'status', 'note', 'removed'],
    (arg) => sql`select id, ${arg('at')}, status, note, removed from seeds where id = ${arg('id')} and
      (${sql.join(
        columns.map((name) => sql`${sql.ref(name)} is distinct from ${arg(name)}`),
        sql` or `,
      )})`,
  );
}

/** A visit's gain where it brought nothing. */
export const NO_GAIN = {
  pages: 0,
  failed: 0,
  internal: 0,
  external: 0,
  bad: 0,
  resources: 0,
  reward: 0,
  milliseconds: 0,
} as const;

/** Edits of sites by other processes while a crawl runs. */
export const siteEditQueries = (store: Store) => ({
  add: insertInto(store, 'site_edits', ['site', 'at']),
  after: statement<{ edit: number }>()(store, (query, arg) =>
    query.selectFrom('site_edits').select(['id', 'site']).where('id', '>', arg('edit')).orderBy('id'),
  ),

  last: statement<object>()(store, (query) =>
    query.selectFrom('site_edits').select(({ fn, val }) => fn.coalesce(fn.max('id'), val(0)).as('id')),
  ),

  /** Forgets those before a time, but for the last one, so that no number comes twice. */
  forget: statement<{ before: number }>()(store, (query, arg) =>
    query
      .deleteFrom('site_edits')
      .where('at', '<', arg('before'))
      .where('id', '<', ({ selectFrom }) =>
        selectFrom('site_edits as later').select(({ fn }) => fn.max('later.id').as('id')),
      ),
  ),
});

/** The robots.txt files that were read. */
export const robotsQueries = (store: Store) => ({
  get: selectFrom(store, 'robots', ['fetched_at', 'body'], ['origin']),
  all: statement<object>()(store, (query) => query.selectFrom('robots').selectAll().orderBy('origin')),
  put: putInto(store, 'robots', ['origin'], ['fetched_at', 'http_status', 'body']),
});

/** Pages that are known from earlier sessions. */
export const sessionPageQueries = (store: Store) => ({
  get: allFrom(store, 'session_pages', ['site']),
  put: putInto(
    store,
    'session_pages',
    ['site'],
    ['pages', 'asks_password', 'offers_log_in', 'offers_log_out', 'blocks'],
  ),
  count: statement<object>()(store, (query) =>
    query.selectFrom('session_pages').select(({ fn }) => fn.countAll<number>().as('sites')),
  ),

  /** Some pages of a site that were read, by the hashes of their identities: in no order of theirs. */
  known: statement<{ site: number; status: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'url'])
      .where('status', '=', arg('status'))
      .where('removed', 'is', null)
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});
