import type { SiteId } from '../domain/site.ts';
import type { Store } from '../storage/open.ts';
import { latestVisitQueries } from '../storage/reports/figures.ts';
import { concernQueries } from '../storage/reports/overview.ts';
import { seedQueries } from '../storage/seeds.ts';
import { trapQueries } from '../storage/visit.ts';

/**
 * Reasons why a site needs its user's decision, most urgent first. `robots`: start page forbidden by robots.txt;
 * `down`: no answer; `logged-out`: session ended; `browser`: pages built by JavaScript, but captured without a browser;
 * `limit`: page limit reached; `traps`: endless links skipped.
 */
export const concerns = ['robots', 'down', 'logged-out', 'browser', 'limit', 'traps'] as const;
export type Concern = (typeof concerns)[number];

/** Returns the concerns of each site that has any. */
export function siteConcerns(store: Store): ReadonlyMap<SiteId, readonly Concern[]> {
  const forbidden = new Set(
    concernQueries(store)
      .forbiddenStarts.all({})
      .map(({ site }) => site),
  );
  const trapped = new Set(
    trapQueries(store)
      .all.all({})
      .map(({ site }) => site),
  );
  const unwritten = new Set(
    latestVisitQueries(store)
      .awaitingScripts.all({})
      .map(({ site }) => site),
  );
  const found = new Map<SiteId, readonly Concern[]>();
  for (const { id, removed, status, note } of seedQueries(store).all.all({})) {
    if (removed !== null) continue;
    const has: Readonly<Record<Concern, boolean>> = {
      robots: forbidden.has(id),
      down: status === 'not-available' && !forbidden.has(id),
      'logged-out': status === 'session-ended',
      browser: unwritten.has(id),
      limit: status === 'finished' && note !== '',
      traps: trapped.has(id),
    };
    const own = concerns.filter((concern) => has[concern]);
    if (own.length > 0) found.set(id, own);
  }
  return found;
}
