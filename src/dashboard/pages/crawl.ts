import { z } from 'zod';
import { askOfRun, askToStop, liveOptions, type RunChange } from '../../crawl/run-requests.ts';
import { BadInput } from '../../domain/errors.ts';
import { crawlOptions, renderChoices } from '../../options/crawl.ts';
import { asTexts, changesOf } from '../../options/option.ts';
import { lastRun } from '../../reports/runs.ts';
import { siteStandings } from '../../reports/site-standings.ts';
import { latestVisitQueries, visitCurve } from '../../storage/reports/figures.ts';
import { presets } from '../../strategies/registry.ts';
import { isElsewhere } from '../crawl-now.ts';
import { bodyOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Points of a curve, at most; more than a screen can show. */
const POINTS = 300;
/** Sites of the bandit listed, at most. */
const MOST_ARMS = 100;

const curvesRead = read('crawl/curves', (store) => {
  const points = visitCurve(store, POINTS);
  const { waiting: last, queued } = { waiting: waitingLinks(store), queued: points.at(-1) };
  // Share of known links that are visited or waiting; the others will never be visited.
  const share = queued ? (last + queued.visits) / Math.max(1, queued.internal) : 0;
  return {
    /** Crawl time over all runs in milliseconds, ascending. */
    at: points.map(({ milliseconds }) => milliseconds),
    visits: points.map(({ visits }) => visits),
    internal: points.map(({ internal }) => internal),
    external: points.map(({ external }) => external),
    /** Estimate of waiting links, which assumes a constant share of links to visit. */
    waiting: points.map(({ internal, visits }) => Math.max(0, share * internal - visits)),
  };
});

const waitingLinks = (store: Parameters<typeof latestVisitQueries>[0]): number =>
  Number(latestVisitQueries(store).waiting.get({})?.links ?? 0);

const banditRead = read('crawl/bandit', (store) => {
  const standings = siteStandings(store, MOST_ARMS);
  return {
    siteRule: lastRun(store)?.config.strategy.siteRule ?? '',
    sites: latestVisitQueries(store).waitingSites.get({})?.sites ?? 0,
    arms: standings.map(({ site, score, visits, reward, waiting }) => ({
      ...{ site, visits, waiting },
      mean: visits === 0 ? 0 : reward / visits,
      index: Number.isFinite(score) ? score : null,
    })),
  };
});

const { include: _, exclude: __, ...liveLimits } = liveOptions;
const limits = z.strictObject(changesOf(liveLimits));
const start = limits.extend({
  ...changesOf({ workers: crawlOptions.workers, render: crawlOptions.render }),
  strategy: z.enum(presets.map(({ name }) => name)).optional(),
});

const choices = { strategies: presets.map(({ name, summary }) => ({ name, summary })), renders: renderChoices };

/** Progress of a crawl, with one value for each point in time. */
export type CrawlCurves = AnswerOf<typeof curvesRead>;
/** Sites as seen by the site rule, in pick order; a null index does not depend on the site's rewards. */
export type Bandit = AnswerOf<typeof banditRead>;
/** Options of a start; null: no limit, missing: as in the last run. */
export type StartOptions = z.infer<typeof start>;
export type StartChoices = typeof choices;

/**
 * Crawl page: curves, order of sites, and routes to start, stop and limit the crawl; live figures are sent as events.
 */
export const crawlPage: ServerPage = {
  key: 'crawl',
  reads: [curvesRead, banditRead],
  routes(app, { desk, store, shared, edit, read: ask }) {
    app.get('/api/crawl/curves', async (context) => context.json(await ask(curvesRead, undefined)));

    app.get('/api/crawl/bandit', async (context) => context.json(await ask(banditRead, undefined)));

    app.get('/api/crawl/choices', (context) => context.json(choices));

    app.get('/api/crawl/workers', async (context) => context.json((await shared?.look()) ?? null));

    app.post('/api/crawl/start', async (context) => {
      await desk.start('crawl', asTexts(crawlOptions, await bodyOf(context, start)));
      return context.json({ ok: true });
    });

    app.post('/api/crawl/stop', async (context) => {
      const run = desk.isRunning ? undefined : lastRun(store);
      if (run && isElsewhere(run)) await edit((writing) => askToStop(writing, run.id));
      else void desk.stop();
      return context.json({ ok: true });
    });

    app.post('/api/crawl/limits', async (context) => {
      const given = Object.entries(await bodyOf(context, limits));
      const change: RunChange = Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined]));
      if (!desk.setLimits(change)) {
        const run = lastRun(store);
        if (!run || run.recrawl_run !== null || !isElsewhere(run))
          throw new BadInput('no crawl is running whose limits can be changed');
        await edit((writing) => askOfRun(writing, run.id, change));
      }
      return context.json({ ok: true });
    });
  },
};
