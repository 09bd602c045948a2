import type { SiteId } from '../domain/site.ts';
import { storedObservations } from '../frontier/observations.ts';
import { observedQueries } from '../storage/observed.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries, pageLinkQueries } from '../storage/visit.ts';

/** All that a stored crawl observed, for a link order to learn from again, with the queries that it is read by. */
export function observedBy(store: Store) {
  const [internal, pageLinks, observed] = [internalLinkQueries(store), pageLinkQueries(store), observedQueries(store)];
  const sql = { internal, pageLinks, observed, seeds: seedQueries(store) };
  const origins = new Map(sql.seeds.all.all({}).map(({ id, origin }) => [id, origin]));
  const sites = { get: (id: SiteId) => ({ id, origin: origins.get(id) ?? '' }) };
  return { sql, observations: () => storedObservations(sql, sites) };
}
