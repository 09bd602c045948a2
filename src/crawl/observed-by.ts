import type { SiteId } from '../domain/site.ts';
import { storedObservations } from '../frontier/observations.ts';
import { internalLinkQueries } from '../storage/internal-links.ts';
import type { Store } from '../storage/open.ts';
import { pageLinkQueries } from '../storage/page-links.ts';
import { seedQueries } from '../storage/seeds.ts';
import { visitQueries } from '../storage/visits.ts';

/** All that a stored crawl observed, for a link order to learn from again, with the queries that it is read by. */
export function observedBy(store: Store) {
  const sql = { internal: internalLinkQueries(store), pageLinks: pageLinkQueries(store), visits: visitQueries(store) };
  const origins = new Map(
    seedQueries(store)
      .all.all({})
      .map(({ id, start_url }) => [id, new URL(start_url).origin]),
  );
  const sites = { get: (id: SiteId) => ({ id, origin: origins.get(id) ?? '' }) };
  return { sql, observations: () => storedObservations(sql, sites) };
}
