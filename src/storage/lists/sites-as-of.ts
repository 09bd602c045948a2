import { type Selectable, sql } from 'kysely';
import { type LinkKind, linkKinds } from '../../domain/link.ts';
import type { Store } from '../open.ts';
import type { Schema } from '../schema.ts';
import { listSites, type SiteRecord } from '../sites.ts';
import { allRows, rows } from '../statement.ts';
import { asItStood } from './link-sources.ts';
import { linkQuery } from './links.ts';

type SiteState = Omit<Selectable<Schema['site_changes']>, 'at'> & { readonly url: string };

interface Totals {
  pages: number;
  failed: number;
  reward: number;
}

/** Lists the sites of the crawl just before a time, with their state and totals of then. */
export function listSitesAsOf(store: Store, asOf: number): SiteRecord[] {
  const { join, column } = asItStood(asOf, 'site_changes', 'state', ['site', 'seed.id']);
  const then = sql.join(
    (['status', 'note', 'removed'] as const).map(
      (name) => sql`${column(name, sql.ref(`seed.${name}`))} as ${sql.ref(name)}`,
    ),
  );
  const states = sql<SiteState>`select seed.id as site, seed.start_url as url, ${then} from seeds seed ${join} order by seed.id`;
  const sites = new Map(listSites(store, { removed: undefined }).map((site) => [site.url, site]));
  const totals = totalsAsOf(store, asOf);
  const counts = Object.fromEntries(linkKinds.map((kind) => [kind, countsAsOf(store, kind, asOf)]));
  return allRows(store, states).flatMap(({ site: id, url, status, note, removed }) => {
    const site = sites.get(url);
    if (!site || site.added >= asOf || removed !== null) return [];
    const { pages, failed, reward } = totals.get(id) ?? { pages: 0, failed: 0, reward: 0 };
    const countOf = (kind: LinkKind) => counts[kind]?.get(id) ?? 0;
    return {
      ...site,
      removed: null,
      status,
      note,
      pages,
      failed,
      internal: countOf('internal'),
      external: countOf('external'),
      bad: countOf('bad'),
      resources: countOf('resource'),
      reward,
    };
  });
}

/** Returns the totals as of a time; adds rewards in the order of visits, for the same rounding as in the crawl. */
function totalsAsOf(store: Store, asOf: number): ReadonlyMap<number, Totals> {
  const totals = new Map<number, Totals>();
  const visits = store.kysely
    .selectFrom('visits')
    .select(['site', 'outcome', 'reward'])
    .where((eb) => eb(eb('started_at', '+', eb.ref('milliseconds')), '<', asOf))
    .orderBy('id');
  for (const { site, outcome, reward } of rows(store, visits)) {
    const total = totals.get(site) ?? { pages: 0, failed: 0, reward: 0 };
    totals.set(site, total);
    total[outcome === 'page' ? 'pages' : 'failed']++;
    total.reward += reward;
  }
  return totals;
}

/** Counts the links of a kind by site, as of a time. */
function countsAsOf(store: Store, kind: LinkKind, asOf: number): ReadonlyMap<number, number> {
  const query = linkQuery(store, kind, { asOf }, false)
    .select(({ fn }) => ['link.site_id', fn.countAll<number>().as('links')])
    .groupBy('link.site_id');
  return new Map(Array.from(rows(store, query), ({ site_id, links }) => [site_id, links]));
}
