import { fullAddress } from '../frontier/visit/stored-address.ts';
import { harmOfVisit } from '../safety/harm.ts';
import type { Store } from '../storage/open.ts';
import { revisitQueries } from '../storage/recrawl.ts';
import { seedQueries } from '../storage/seeds.ts';
import { internalLinkQueries } from '../storage/visit.ts';
import { bareHost } from '../url/parse.ts';
import { scopeOfSeed } from '../url/scope.ts';
import type { PlannedCheck } from './check-queue.ts';
import type { Choice } from './choose-pages.ts';

/** The check at a place of the night's order; undefined where there is none, where its site's scope has it no longer, or in a session where it may harm. */
export function planner(
  store: Store,
  { pages, priorities }: Choice,
  isInSession = false,
): (place: number) => PlannedCheck | undefined {
  const sql = revisitQueries(store);
  const { text } = internalLinkQueries(store);
  const sites = new Map(
    seedQueries(store)
      .all.all({})
      .map((seed) => [seed.id, { origin: seed.origin, scope: scopeOfSeed(seed) }]),
  );
  return (place) => {
    const page = pages[place] ?? 0;
    const row = sql.address.get({ page });
    if (!row) return undefined;
    const { site, level } = row;
    const { origin = '', scope } = sites.get(site) ?? {};
    const url = fullAddress(row.url, origin);
    if (level > 0 && !scope?.(new URL(url))) return undefined;
    const { anchor = '', rel = '' } = (isInSession && text.get({ link: page })) || {};
    if (level > 0 && harmOfVisit({ url, anchor, rel, isGuess: false }, isInSession) !== undefined) return undefined;
    return {
      page,
      place,
      priority: priorities[place] ?? 0,
      site,
      url,
      host: bareHost(new URL(url)),
      level,
      attempts: 0,
      inFull: false,
    };
  };
}
