import { z } from 'zod';
import type { Store } from '../../storage/open.ts';
import { seedQueries } from '../../storage/seeds.ts';
import { presets } from '../../strategies/registry.ts';
import { presetsFor } from '../../strategies/strategy.ts';
import { LabControls } from '../lab-controls.ts';
import { bodyOf, type ServerPage } from '../server-page.ts';

/** Sandbox for the report: its scripts run in another origin and can't reach the dashboard. */
const REPORT_POLICY =
  "sandbox allow-scripts allow-downloads; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

const comparable = presetsFor(undefined).map(({ name }) => name);

const asked = z.strictObject({
  strategies: z
    .array(z.string().refine((name) => comparable.includes(name), 'no such strategy'))
    .min(1, 'choose a strategy'),
  pageLimit: z.number().int().min(1, 'must be at least 1').max(1_000_000),
  seeds: z.number().int().min(1, 'must be at least 1').max(100, 'must be at most 100'),
});

/** Returns the number of visited pages. */
const pagesOf = (store: Store): number =>
  seedQueries(store)
    .all.all({})
    .reduce((sum, site) => sum + (site.removed === null ? site.pages : 0), 0);

const offered = presets.filter(({ name }) => comparable.includes(name)).map(({ name, summary }) => ({ name, summary }));

const answerOf = (store: Store, { comparison }: LabControls) => ({
  presets: offered,
  pages: pagesOf(store),
  comparison,
});

export type LabAnswer = ReturnType<typeof answerOf>;

/** Comparison of strategies on this crawl, started from the page and run in threads. */
export const labPage: ServerPage = {
  key: 'lab',
  routes(app, tools) {
    const desk = new LabControls(tools);
    app.get('/api/lab', (context) => context.json(answerOf(tools.store, desk)));
    app.post('/api/lab/start', async (context) => {
      await desk.start(await bodyOf(context, asked));
      return context.json({ ok: true });
    });
    app.post('/api/lab/stop', (context) => {
      desk.stop();
      return context.json({ ok: true });
    });
    app.get('/api/lab/report', (context) => {
      const { page } = desk;
      if (page === undefined) return context.json({ error: 'there is no report yet' }, 404);
      context.header('content-security-policy', REPORT_POLICY);
      return context.html(page);
    });
  },
};
