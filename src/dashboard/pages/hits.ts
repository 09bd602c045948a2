import { z } from 'zod';
import { rankedPages } from '../../reports/best-pages.ts';
import { queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Options, with the defaults of `forager rank`. */
const asked = z.object({
  top: z.coerce.number().int().min(1).max(1000).default(20),
  withinSite: z.coerce.number().min(0).max(1).default(1),
  shared: z.enum(['true', 'false']).default('false'),
});

const rank = read('hits/rank', (store, { top, withinSite, shared }: z.infer<typeof asked>) =>
  rankedPages(store, { top, withinSite, shared: shared === 'true' }),
);

export type HitsAnswer = AnswerOf<typeof rank>;
export type HitsLine = HitsAnswer['authorities'][number];

/** Authorities and hubs of the crawl, computed on request. */
export const hitsPage: ServerPage = {
  key: 'hits',
  reads: [rank],
  routes(app, tools) {
    app.get('/api/hits', async (context) => context.json(await tools.read(rank, queryOf(context, asked))));
  },
};
