import { lastRun } from '../../reports/runs.ts';
import { type Concern, concerns, siteConcerns } from '../../reports/site-concerns.ts';
import { countChanges } from '../../storage/lists/history.ts';
import { countLinks } from '../../storage/lists/links.ts';
import type { Store } from '../../storage/open.ts';
import { recrawlRunQueries } from '../../storage/recrawl.ts';
import { logQueries } from '../../storage/reports/figures.ts';
import { concernQueries, deadLinks, mostLinked } from '../../storage/reports/overview.ts';
import { seedQueries } from '../../storage/seeds.ts';
import type { ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** External domains, and sites of each concern, named at most. */
const MOST_NAMED = 5;
const DAY = 86_400_000;

/**
 * Returns findings, news and failures of a crawl; totals are in the live figures. Times are milliseconds since the
 * epoch.
 */
const overview = read('overview/all', (store, now: number) => ({
  found: {
    pages: countLinks(store, 'internal', { status: 'visited' }, false),
    mostLinked: mostLinked(store, MOST_NAMED),
  },
  news: newsOf(store),
  broken: {
    /** Pages of the sites whose visit failed. */
    failed: countLinks(store, 'internal', { status: 'failed' }, false),
    /** Dead links; null before the first check. */
    dead: concernQueries(store).anyCheck.get({}) ? deadOf(store, now) : null,
  },
  concerns: namedConcerns(store),
}));

/** Returns the news of the last run; null before the first. */
function newsOf(store: Store) {
  const run = lastRun(store);
  if (!run) return null;
  const recrawlRun = run.recrawl_run === null ? undefined : recrawlRunQueries(store).get.get({ step: run.recrawl_run });
  const since = recrawlRun?.started_at ?? run.started_at;
  const pages = { since, before: undefined, site: undefined, things: ['pages'] as const };
  return {
    ...{ run: run.id, since, recrawlRun: recrawlRun?.step ?? null },
    pages: logQueries(store)
      .outcomes.all({ run: run.id })
      .reduce((sum, { outcome, visits }) => sum + (outcome === 'page' ? visits : 0), 0),
    external: countLinks(store, 'external', { since }, false),
    internal: countLinks(store, 'internal', { since }, false),
    /** Number of pages by change (new, changed, gone and so on), for a recrawl. */
    changes: recrawlRun ? countChanges(store, pages).map(({ change, changes }) => ({ change, pages: changes })) : [],
  };
}

/** Counts dead links, and those that died in the last 24 hours. */
const deadOf = (store: Store, now: number) => ({
  external: deadLinks(store, 'external', now - DAY),
  internal: deadLinks(store, 'internal', now - DAY),
});

/** Returns each concern with the number of its sites and the first names. */
function namedConcerns(store: Store) {
  const bySite = siteConcerns(store);
  const seeds = seedQueries(store)
    .all.all({})
    .filter(({ id }) => bySite.has(id));
  return concerns.flatMap((concern: Concern) => {
    const sites = seeds.filter(({ id }) => bySite.get(id)?.includes(concern));
    const first = sites.slice(0, MOST_NAMED).map(({ id, short_name, note }) => ({ id, site: short_name, note }));
    return sites.length === 0 ? [] : [{ concern, sites: sites.length, first }];
  });
}

export type Overview = AnswerOf<typeof overview>;
export type ConcernLine = Overview['concerns'][number];

/** Start page: findings, news, failures, and concerns that need a decision. */
export const overviewPage: ServerPage = {
  key: 'overview',
  reads: [overview],
  routes(app, tools) {
    app.get('/api/overview', async (context) => context.json(await tools.read(overview, tools.now())));
  },
};
