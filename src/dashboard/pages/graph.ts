import { z } from 'zod';
import { siteGraph } from '../../storage/reports/graphs.ts';
import { queryOf, type ServerPage } from '../page.ts';
import { type AnswerOf, read } from '../read.ts';

/** Nodes that are drawn at most: more are no picture. */
const MOST_NODES = 5000;

const asked = z.object({
  by: z.enum(['domain', 'host']).default('domain'),
  most: z.coerce.number().int().min(2).max(MOST_NODES).default(300),
});

const draw = read('graph/draw', (store, options: z.infer<typeof asked>) => siteGraph(store, options));

export type GraphAnswer = AnswerOf<typeof draw>;
export type GraphNodeLine = GraphAnswer['nodes'][number];
export type GraphEdgeLine = GraphAnswer['edges'][number];

/** Sites and what they link to. */
export const graphPage: ServerPage = {
  key: 'graph',
  reads: [draw],
  routes(app, tools) {
    app.get('/api/graph', async (context) => context.json(await tools.read(draw, queryOf(context, asked))));
  },
};
