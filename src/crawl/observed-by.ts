import type { SiteId } from '../domain/site.ts';
import { storedObservations } from '../frontier/observations.ts';
import { internalLinkQueries } from '../storage/internal-links.ts';
import type { Store } from '../storage/open.ts';
import { pageLinkQueries } from '../storage/page-links.ts';
import { seedQueries } from '../storage/seeds.ts';
import { visitQueries } from '../storage/visits.ts';

/** All that a stored crawl observed, for a link order to learn from again, with the queries that it is read by. */
export function observedBy(store: Store) {
  const [internal, pageLinks, visits] = [internalLinkQueries(store), pageLinkQueries(store), visitQueries(store)];
  const sql = { internal, pageLinks, visits, seeds: seedQueries(store) };
  const origins = new Map(sql.seeds.all.all({}).map(({ id, origin }) => [id, origin]));
  const sites = { get: (id: SiteId) => ({ id, origin: origins.get(id) ?? '' }) };
  return { sql, observations: () => storedObservations(sql, sites) };
}
