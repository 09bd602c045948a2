import { z } from 'zod';
import { askOfRun } from '../../crawl/run-requests.ts';
import { BadInput } from '../../domain/errors.ts';
import type { LinkStatus } from '../../domain/link.ts';
import { lastConfig, lastRun, recordedOptions } from '../../reports/runs.ts';
import { internalAddresses } from '../../storage/lists/pages.ts';
import type { Store } from '../../storage/open.ts';
import { seedQueries } from '../../storage/seeds.ts';
import { limitsOf } from '../../storage/sites.ts';
import { parseUrl } from '../../url/parse.ts';
import { admission } from '../../url/patterns.ts';
import { scopeOfSeed } from '../../url/scope.ts';
import { bodyOf, patternList, type ServerPage } from '../server-page.ts';
import { read } from '../slow-query.ts';

export interface PatternLink {
  readonly url: string;
  readonly site: string;
  readonly status: LinkStatus;
}

const applied = z.strictObject({ include: patternList, exclude: patternList });
const asked = applied.extend({
  tried: z.array(z.string().max(10_000)).max(1000),
});

/** Patterns in the syntax of `--include` and `--exclude`, and addresses to try. */
export type PatternsAsked = z.infer<typeof asked>;
export type PatternsAnswer = ReturnType<typeof matchPatterns>;

/** Links shown of each kind, at most. */
const MOST_SHOWN = 100;

type Standing = 'waiting' | 'visited' | 'other';

const standings: Partial<Record<LinkStatus, Standing>> = {
  waiting: 'waiting',
  claimed: 'visited',
  visited: 'visited',
  redirected: 'visited',
  failed: 'visited',
};

/**
 * Returns zero counts: all links; waiting and visited ones that would be excluded; excluded ones that would be
 * included.
 */
const noSums = () => ({ links: 0, waitingOut: 0, visitedOut: 0, letIn: 0 });

/**
 * Matches patterns against the known internal links, except start pages, which are visited in any case. Lists the first
 * links that would be excluded, waiting ones before visited ones.
 */
function matchPatterns(store: Store, { include, exclude, tried }: PatternsAsked) {
  const admits = admission(include, exclude) ?? (() => true);
  const ownAdmits = ownAdmission(store);
  const counted = [
    ...include.map((pattern) => ({ pattern, use: 'include' as const })),
    ...exclude.map((pattern) => ({ pattern, use: 'exclude' as const })),
  ].map(({ pattern, use }) => ({
    matches: admission([pattern], []) ?? (() => true),
    /** Number of links that this pattern alone matches. */
    count: { pattern, use, waiting: 0, visited: 0, other: 0 },
  }));
  const total = noSums();
  const sites = new Map<string, { readonly site: string } & ReturnType<typeof noSums>>();
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

/** Returns functions that tell whether a site's own patterns and scope admit an address, by the site's short name. */
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

const match = read('patterns/match', (store, asked: PatternsAsked) => matchPatterns(store, asked));

/** Test of include and exclude patterns, which can be applied to the crawl. */
export const patternsPage: ServerPage = {
  key: 'patterns',
  reads: [match],
  routes(app, { desk, store, edit, read: ask }) {
    app.get('/api/patterns', (context) => {
      const { include, exclude } = recordedOptions(lastConfig(store));
      return context.json({ include, exclude });
    });
    app.post('/api/patterns/apply', async (context) => {
      const patterns = await bodyOf(context, applied);
      const run = lastRun(store);
      if (!run) throw new BadInput('nothing has been crawled yet: start the crawl with --include and --exclude');
      if (!desk.setLimits(patterns)) await edit((writing) => askOfRun(writing, run.id, patterns));
      return context.json({ ok: true });
    });
    app.post('/api/patterns', async (context) => context.json(await ask(match, await bodyOf(context, asked))));
  },
};
