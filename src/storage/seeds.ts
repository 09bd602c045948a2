import { type Selectable, sql } from 'kysely';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type SiteStatus, type SiteTotals } from '../domain/site.ts';
import { address } from './lists/link-sources.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { after, statement } from './statement.ts';
import { allFrom, insertInto, keeping, nextIdOf, putInto, selectFrom, updateTable } from './table-statements.ts';
import { linksOf } from './visit.ts';

/** Additions of one visit or revisit to its site's totals. */
interface SiteGain extends SiteTotals {
  readonly id: number;
  readonly status: SiteStatus;
  readonly note: string;
  readonly milliseconds: number;
  /** Time of the visit, so that exports as of an earlier time use the earlier state. */
  readonly at: number;
}

const NEW = ['full_name', 'short_name', 'start_url', 'origin', 'host', 'kind', 'scope', 'added_at'] as const;

/** Returns the row of a new site. */
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
 * Returns a new site with a unique short name: its own, or its whole address if a default name is taken.
 * @throws BadInput for another site's name
 */
export function uniquelyNamed(site: NewSite, { namesake }: Pick<ReturnType<typeof seedQueries>, 'namesake'>): NewSite {
  const other = namesake.get({ shortName: site.shortName });
  if (!other) return site;
  const { name, shortName, url } = site;
  if (shortName === url || shortName !== defaultShortName(new URL(url)))
    throw new BadInput(`"${shortName}" is already the short name of ${other.start_url}; choose another one for ${url}`);
  return uniquelyNamed({ ...site, name: name === shortName ? url : name, shortName: url }, { namesake });
}

/** Queries on the table `seeds`, which has the sites and their totals. */
export const seedQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('seeds').selectAll().orderBy('id')),

  /** Finds the next sites by id, so that not all rows are in memory at once. */
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

  /** Finds all sites, each with the page on which the crawl found it. */
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
  /** Finds a site with the name, removed ones included. */
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
  /** Finds sites without a link, whose start page is still to be added. */
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
  /** Returns the id of the next site. */
  nextId: nextIdOf(store, 'seeds'),
  /** Inserts a site that the crawl found on the page `found_on`. */
  insertFound: insertInto(store, 'seeds', [...NEW, 'id', 'found_on']),
  /** Turns a site that the crawl found into one that the user added. */
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

  setStatus: after<{ id: number; status: SiteStatus; note: string; at: number }, never>(
    [keepSite(store, ['status', 'note'])],
    updateTable(store, 'seeds', ['status', 'note'], ['id']),
  ),
});

type ChangingColumn = 'status' | 'note' | 'removed';

/** Stores the earlier state of a site if one of these columns changes. */
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

/** Gain of a visit without any result. */
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

  /** Deletes edits before a time except the last one, so that no number is used twice. */
  forget: statement<{ before: number }>()(store, (query, arg) =>
    query
      .deleteFrom('site_edits')
      .where('at', '<', arg('before'))
      .where('id', '<', ({ selectFrom }) =>
        selectFrom('site_edits as later').select(({ fn }) => fn.max('later.id').as('id')),
      ),
  ),
});

/** Queries on stored robots.txt files. */
export const robotsQueries = (store: Store) => ({
  get: selectFrom(store, 'robots', ['fetched_at', 'body'], ['origin']),
  all: statement<object>()(store, (query) => query.selectFrom('robots').selectAll().orderBy('origin')),
  put: putInto(store, 'robots', ['origin'], ['fetched_at', 'http_status', 'body']),
});

/** Queries on features of pages from earlier sessions. */
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

  /** Finds some visited pages of a site in hash order, which is random with respect to content. */
  known: statement<{ site: number; status: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'url'])
      .where('status', '=', arg('status'))
      .where('removed', 'is', null)
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});
