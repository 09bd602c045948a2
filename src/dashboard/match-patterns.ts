import type { LinkStatus } from '../domain/link.ts';
import { internalAddresses } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries } from '../storage/seeds.ts';
import { limitsOf } from '../storage/sites.ts';
import { parseUrl } from '../url/parse.ts';
import { admission } from '../url/patterns.ts';
import { scopeOfSeed } from '../url/scope.ts';
import type { PatternCount, PatternLink, PatternSite, PatternsAnswer, PatternsAsked } from './wire/patterns.ts';

/** Links that are shown of each kind. */
const MOST_SHOWN = 100;

type Standing = 'waiting' | 'visited' | 'other';

const standings: Partial<Record<LinkStatus, Standing>> = {
  waiting: 'waiting',
  claimed: 'visited',
  visited: 'visited',
  redirected: 'visited',
  failed: 'visited',
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const noSums = () => ({ links: 0, waitingOut: 0, visitedOut: 0, letIn: 0 });

/** What patterns would leave out and let in, of all that the crawl has found so far. */
export function matchPatterns(store: Store, { include, exclude, tried }: PatternsAsked): PatternsAnswer {
  const admits = admission(include, exclude) ?? (() => true);
  const ownAdmits = ownAdmission(store);
  const counted = [
    ...include.map((pattern) => ({ pattern, use: 'include' as const })),
    ...exclude.map((pattern) => ({ pattern, use: 'exclude' as const })),
  ].map(({ pattern, use }) => ({
    matches: admission([pattern], []) ?? (() => true),
    count: { pattern, use, waiting: 0, visited: 0, other: 0 } as Mutable<PatternCount>,
  }));
  const total = noSums();
  const sites = new Map<string, Mutable<PatternSite>>();
  const out: Record<'waiting' | 'visited', PatternLink[]> = { waiting: [], visited: [] };
  const letIn: PatternLink[] = [];
  for (const { url, site, status, isStart } of internalAddresses(store)) {
    if (isStart) continue;
    const standing = standings[status] ?? 'other';
    for (const { matches, count } of counted) if (matches(url)) count[standing]++;
    const own = sites.get(site) ?? { site, ...noSums() };
    sites.set(site, own);
    const add = (key: keyof typeof total) => {
      own[key]++;
      total[key]++;
    };
    add('links');
    const isAdmitted = admits(url);
    if (!isAdmitted && standing !== 'other') {
      add(standing === 'waiting' ? 'waitingOut' : 'visitedOut');
      if (out[standing].length < MOST_SHOWN) out[standing].push({ url, site, status });
    } else if (isAdmitted && status === 'excluded' && ownAdmits.get(site)?.(url) === true) {
      add('letIn');
      if (letIn.length < MOST_SHOWN) letIn.push({ url, site, status });
    }
  }
  return {
    patterns: counted.map(({ count }) => count),
    sites: [...sites.values()].sort((a, b) => b.waitingOut + b.visitedOut - a.waitingOut - a.visitedOut),
    total,
    out: [...out.waiting, ...out.visited].slice(0, MOST_SHOWN),
    in: letIn,
    tried: tried.map((given) => {
      const url = parseUrl(given)?.href ?? given;
      return { url, isAdmitted: admits(url) };
    }),
  };
}

/** What the sites themselves let in, by their short names: their own patterns and scopes hold besides. */
const ownAdmission = (store: Store): ReadonlyMap<string, (url: string) => boolean> =>
  new Map(
    seedQueries(store)
      .all.all({})
      .map((row) => {
        const { include, exclude } = limitsOf(row);
        const admits = admission(include, exclude);
        const scope = scopeOfSeed(row);
        return [row.short_name, (url) => scope(new URL(url)) && (admits?.(url) ?? true)];
      }),
  );
