import { z } from 'zod';
import { measure, NODE_METRICS, type NodeMetrics } from '../../analysis/network/metrics.ts';
import type { LinkGraph } from '../../graphs/link-graph.ts';
import { graphFormats } from '../../graphs/registry.ts';
import type { Store } from '../../storage/open.ts';
import { siteGraph } from '../../storage/reports/graphs.ts';
import { queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

/** Nodes drawn at most: larger graphs are unreadable. */
const MOST_NODES = 5000;

const asked = z.object({
  by: z.enum(['domain', 'host']).default('domain'),
  most: z.coerce.number().int().min(2).max(MOST_NODES).default(300),
});
type Asked = z.infer<typeof asked>;
const askedFile = asked.extend({ format: z.enum(graphFormats.map(({ name }) => name)) });

/** Returns the graph of sites, its edges by node numbers, and node metrics. */
function measuredGraph(store: Store, options: Asked) {
  const graph = siteGraph(store, options);
  const numbers = new Map(graph.nodes.map(({ id }, number) => [id, number]));
  const edges = graph.edges.map(({ from, to, links }) => ({
    ...{ source: numbers.get(from) ?? 0, target: numbers.get(to) ?? 0, weight: links },
    ...{ firstSeen: null, removed: null },
  }));
  const between = edges.filter(({ source, target }) => source !== target);
  return { graph, edges, metrics: measure(graph.nodes.length, between, 1).nodes };
}

const draw = read('graph/draw', (store, options: Asked) => {
  const { graph, metrics } = measuredGraph(store, options);
  return { ...graph, nodes: graph.nodes.map((node, number) => ({ ...node, ...(metrics[number] as NodeMetrics) })) };
});

/** Writes the format's first file, with nodes and edges; further files need `forager graph`. */
const write = read('graph/file', (store, { format: name, ...options }: z.infer<typeof askedFile>) => {
  const { graph, edges, metrics } = measuredGraph(store, options);
  const written: LinkGraph = {
    nodes: graph.nodes.map(({ name: label, kind, sites, linksTo, linksFrom }, number) => ({
      label,
      attributes: { kind, sites, linksTo, linksFrom, inWeight: linksTo, ...metrics[number] },
    })),
    edges,
    attributes: [
      { name: 'kind', type: 'text' },
      ...['sites', 'linksTo', 'linksFrom'].map((attribute) => ({ name: attribute, type: 'integer' as const })),
      ...Object.entries(NODE_METRICS).map(([attribute, type]) => ({ name: attribute, type })),
    ],
  };
  const format = graphFormats.find((one) => one.name === name);
  return { ending: format?.ending ?? '', text: [...(format?.text(written) ?? [])].join('') };
});

export type GraphAnswer = AnswerOf<typeof draw>;
export type GraphNodeLine = GraphAnswer['nodes'][number];
export type GraphEdgeLine = GraphAnswer['edges'][number];

/** Graph of sites, and of the hosts or domains that they link to. */
export const graphPage: ServerPage = {
  key: 'graph',
  reads: [draw, write],
  routes(app, tools) {
    app.get('/api/graph', async (context) => context.json(await tools.read(draw, queryOf(context, asked))));
    app.get('/api/graph/file', async (context) => {
      const { ending, text } = await tools.read(write, queryOf(context, askedFile));
      return context.body(text, 200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="graph${ending}"`,
      });
    });
  },
};
