import { z } from 'zod';
import { renderChoices } from '../../capture/capture.ts';
import { lastRun } from '../../crawl/run-record.ts';
import { siteStandings } from '../../crawl/site-standings.ts';
import { latestVisitQueries } from '../../storage/latest-visits.ts';
import { visitCurve } from '../../storage/visit-curves.ts';
import { presets } from '../../strategies/registry.ts';
import { bodyOf, type ServerPage } from '../page.ts';
import { read } from '../read.ts';
import type { Bandit, CrawlCurves, StartChoices } from '../wire/crawl.ts';

/** More than a screen tells apart. */
const POINTS = 300;
/** Sites of the bandit that are told. */
const MOST_ARMS = 100;

const curvesRead = read('crawl/curves', (store): CrawlCurves => {
  const points = visitCurve(store, POINTS);
  const { waiting: last, queued } = { waiting: waitingLinks(store), queued: points.at(-1) };
  // Of the links that are known, so many were visited or wait; the others never will be.
  const share = queued ? (last + queued.visits) / Math.max(1, queued.internal) : 0;
  return {
    at: points.map(({ milliseconds }) => milliseconds),
    visits: points.map(({ visits }) => visits),
    internal: points.map(({ internal }) => internal),
    external: points.map(({ external }) => external),
    waiting: points.map(({ internal, visits }) => Math.max(0, share * internal - visits)),
  };
});

const waitingLinks = (store: Parameters<typeof latestVisitQueries>[0]): number =>
  Number(latestVisitQueries(store).waiting.get({})?.links ?? 0);

const banditRead = read('crawl/bandit', (store): Bandit => {
  const standings = siteStandings(store, MOST_ARMS);
  return {
    siteRule: lastRun(store)?.config.strategy.siteRule ?? '',
    sites: latestVisitQueries(store).waitingSites.get({})?.sites ?? 0,
    arms: standings.map(({ site, score, pulls, reward, waiting }) => ({
      ...{ site, pulls, waiting },
      mean: pulls === 0 ? 0 : reward / pulls,
      index: Number.isFinite(score) ? score : null,
    })),
  };
});

const limit = z.int().min(1, 'must be at least 1').nullable();
const limits = z.strictObject({ pageLimit: limit, sitePageLimit: limit, timeLimit: limit });
const start = limits
  .extend({
    depth: z.int().min(0, 'must be at least 0').nullable(),
    strategy: z.enum(presets.map(({ name }) => name)),
    workers: z.int().min(1, 'must be at least 1').max(64, 'must be at most 64'),
    render: z.enum(renderChoices),
  })
  .partial();

/** The crawl that runs: live figures come with the events; here are its curves, its sites, and what is done with it. */
export const crawlPage: ServerPage = {
  key: 'crawl',
  reads: [curvesRead, banditRead],
  routes(app, { desk, read: ask }) {
    app.get('/api/crawl/curves', async (context) => context.json(await ask(curvesRead, undefined)));

    app.get('/api/crawl/bandit', async (context) => context.json(await ask(banditRead, undefined)));

    app.get('/api/crawl/choices', (context) => {
      const strategies = presets.map(({ name, summary }) => ({ name, summary }));
      return context.json({ strategies, renders: renderChoices } satisfies StartChoices);
    });

    app.post('/api/crawl/start', async (context) => {
      const { timeLimit, ...given } = await bodyOf(context, start);
      // As the command line has it: in seconds, and false takes back what the last run had.
      const asked = { ...given, timeLimit: typeof timeLimit === 'number' ? timeLimit / 1000 : timeLimit };
      const named = Object.entries(asked).filter(([, value]) => value !== undefined);
      await desk.start(Object.fromEntries(named.map(([name, value]) => [name, value ?? false])));
      return context.json({ ok: true });
    });

    app.post('/api/crawl/stop', (context) => {
      void desk.stop();
      return context.json({ ok: true });
    });

    app.post('/api/crawl/limits', async (context) => {
      const { pageLimit, sitePageLimit, timeLimit } = await bodyOf(context, limits);
      desk.setLimits({
        pageLimit: pageLimit ?? undefined,
        sitePageLimit: sitePageLimit ?? undefined,
        timeLimit: timeLimit ?? undefined,
      });
      return context.json({ ok: true });
    });
  },
};
