import type { Selectable } from 'kysely';
import { z } from 'zod';
import { NO_LIMITS, type ScopeKind, type SiteLimits } from '../domain/site.ts';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { seedQueries } from './seeds.ts';
import { siteEditQueries } from './site-edits.ts';

type LimitColumns = Pick<Selectable<Schema['seeds']>, 'page_limit' | 'depth' | 'delay' | 'include' | 'exclude'>;

const patterns = z.array(z.string());
/** Most sites have none. */
const patternsIn = (text: string): readonly string[] => (text === '[]' ? [] : patterns.parse(JSON.parse(text)));

/** A site's own limits, as its row has them. */
export function limitsOf({ page_limit, depth, delay, include, exclude }: LimitColumns): SiteLimits {
  if ((page_limit ?? depth ?? delay) === null && include === '[]' && exclude === '[]') return NO_LIMITS;
  return {
    pageLimit: page_limit ?? undefined,
    depth: depth ?? undefined,
    delay: delay ?? undefined,
    include: patternsIn(include),
    exclude: patternsIn(exclude),
  };
}

/** What is to change; what is left out stays, and undefined takes a limit back. */
export type SiteLimitsChange = Partial<SiteLimits & { readonly scope: ScopeKind }>;

/**
 * Changes the own limits and the scope of sites, by their numbers; a crawl that runs takes them up within a second.
 * Returns how many were other before.
 */
export function limitSites(store: Store, sites: readonly number[], change: SiteLimitsChange, now: number): number {
  const { get, setLimits } = seedQueries(store);
  const { add } = siteEditQueries(store);
  return store.transaction(() => {
    let changed = 0;
    for (const site of sites) {
      const row = get.get({ site });
      if (!row) continue;
      const before = { ...limitsOf(row), scope: row.scope };
      const after = { ...before, ...change };
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      const { pageLimit = null, depth = null, delay = null, scope } = after;
      const texts = { include: JSON.stringify(after.include), exclude: JSON.stringify(after.exclude) };
      setLimits.run({ site, scope, page_limit: pageLimit, depth, delay, ...texts });
      add.run({ site, at: now });
      changed++;
    }
    return changed;
  });
}
