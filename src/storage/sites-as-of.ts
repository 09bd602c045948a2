import { type LinkKind, linkKinds } from '../domain/link.ts';
import { linkQuery } from './link-list.ts';
import type { Store } from './open.ts';
import { listSites, type SiteRecord } from './sites.ts';
import { rows } from './statement.ts';

interface Totals {
  pages: number;
  failed: number;
  reward: number;
}

/** The sites that were in the crawl just before a moment, with the totals that they had then. */
export function listSitesAsOf(store: Store, asOf: number): SiteRecord[] {
  const there = [...listSites(store, { removed: false }), ...listSites(store, { removed: true })].filter(
    ({ added, removed }) => added < asOf && (removed === null || removed >= asOf),
  );
  const numbers = new Map(siteNumbers(store));
  there.sort((a, b) => (numbers.get(a.url) ?? 0) - (numbers.get(b.url) ?? 0));
  const totals = totalsAsOf(store, asOf);
  const counts = Object.fromEntries(linkKinds.map((kind) => [kind, countsAsOf(store, kind, asOf, false)]));
  const waiting = countsAsOf(store, 'internal', asOf, true);
  return there.map((site) => {
    const id = numbers.get(site.url) ?? 0;
    const { pages, failed, reward } = totals.get(id) ?? { pages: 0, failed: 0, reward: 0 };
    const { status, note } =
      pages + failed === 0
        ? ({ status: 'waiting', note: '' } as const)
        : site.status === 'not-available'
          ? site
          : ({ status: waiting.has(id) ? 'crawling' : 'finished', note: '' } as const);
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

const siteNumbers = (store: Store) =>
  Array.from(
    rows(store, store.kysely.selectFrom('seeds').select(['id', 'start_url'])),
    ({ id, start_url }) => [start_url, id] as const,
  );

/** Rewards are added up in the order of the visits, as the crawl did. */
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

/** How many links of a kind each site had. */
function countsAsOf(store: Store, kind: LinkKind, asOf: number, isWaiting: boolean): ReadonlyMap<number, number> {
  const query = linkQuery(store, kind, { asOf, status: isWaiting ? 'waiting' : undefined }, false)
    .select(({ fn }) => ['link.site_id', fn.countAll<number>().as('links')])
    .groupBy('link.site_id');
  return new Map(Array.from(rows(store, query), ({ site_id, links }) => [site_id, links]));
}
