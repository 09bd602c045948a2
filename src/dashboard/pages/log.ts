import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { askedIn } from '../../reports/runs.ts';
import { loggedEvents, logQueries } from '../../storage/reports/figures.ts';
import { queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Runs and events shown, at most. */
const MOST_RUNS = 200;
const MOST_EVENTS = 300;

/** Returns runs and events, latest first; an active or killed run has no end. */
const log = read('log/runs', (store) => ({
  runs: logQueries(store)
    .runs.all({ limit: MOST_RUNS })
    .map(({ id, started_at, ended_at, milliseconds, stopped, recrawl_run }) => ({
      ...{ id, startedAt: started_at, endedAt: ended_at, milliseconds, stopped, recrawlRun: recrawl_run },
    })),
  events: loggedEvents(store, MOST_EVENTS),
}));

/** Returns a run's given and resumed options, all its settings, and the results of its visits. */
const run = read('log/run', (store, id: number) => {
  const sql = logQueries(store);
  const row = sql.config.get({ run: id });
  if (!row) throw new BadInput(`there is no run ${id}`);
  const config: unknown = JSON.parse(row.config);
  const asked = Object.entries(askedIn(config));
  return {
    asked: asked.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    config: JSON.stringify(config, null, 2),
    outcomes: sql.outcomes.all({ run: id }).map((one) => ({ ...one })),
  };
});

export type LogAnswer = AnswerOf<typeof log>;
export type RunLine = LogAnswer['runs'][number];
export type RunAnswer = AnswerOf<typeof run>;

/** Log of runs, with their options and results, and of the latest events. */
export const logPage: ServerPage = {
  key: 'log',
  reads: [log, run],
  routes(app, tools) {
    app.get('/api/log', async (context) => context.json(await tools.read(log, undefined)));
    app.get('/api/log/run', async (context) => {
      const { id } = queryOf(context, z.object({ id: z.coerce.number().int().min(1) }));
      return context.json(await tools.read(run, id));
    });
  },
};
