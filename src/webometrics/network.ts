import { measure, NODE_METRICS, type NodeMetrics } from '../analysis/network/metrics.ts';
import { countLinks } from './link-counts.ts';
import type { Counted, CountReport } from './report.ts';

/** Seed for finding communities: the same links give the same communities. */
const SEED = 1;

/** Builds the network of the sites for each model; edges are weighted by their number of links. */
function networkOf(counted: Counted) {
  const pairs = [...countLinks({ ...counted, self: false }).pairs()];
  return counted.models.map((model, place) => {
    const edges = pairs.flatMap(([source, target, counts]) => {
      const weight = counts[place] ?? 0;
      return weight > 0 ? [{ source, target, weight }] : [];
    });
    return { model: model.name, edges, ...measure(counted.places.length, edges, SEED) };
  });
}

const metricNames = Object.keys(NODE_METRICS) as readonly (keyof NodeMetrics)[];

export const metrics: CountReport = {
  name: 'metrics',
  summary: 'degrees, PageRank, hub and authority, k-core, community and bow-tie of each site, by each model',
  withOutside: false,
  byModel: true,
  figures(counted) {
    return {
      columns: ['model', 'name', 'inDegree', 'outDegree', ...metricNames],
      rows: networkOf(counted).flatMap(({ model, edges, nodes }) => {
        const into = counted.places.map(() => 0);
        const out = counted.places.map(() => 0);
        for (const { source, target } of edges) {
          out[source] = (out[source] ?? 0) + 1;
          into[target] = (into[target] ?? 0) + 1;
        }
        return nodes.map((own, place) => {
          const name = counted.places[place]?.name ?? '';
          return [model, name, into[place] ?? 0, out[place] ?? 0, ...metricNames.map((metric) => own[metric])];
        });
      }),
    };
  },
};

export const network: CountReport = {
  name: 'network',
  summary: 'the network of the sites as a whole: density, reciprocity, modularity, parts of the bow-tie',
  withOutside: false,
  byModel: true,
  figures(counted) {
    const networks = networkOf(counted);
    const row = (name: string, of: (one: (typeof networks)[number]) => number) => [name, ...networks.map(of)];
    const parts = ['scc', 'in', 'out', 'tube', 'tendril', 'disconnected'] as const;
    return {
      columns: ['figure', ...networks.map(({ model }) => model)],
      rows: [
        row('sites', ({ nodes }) => nodes.length),
        row('linked pairs', ({ edges }) => edges.length),
        row('links', ({ edges }) => edges.reduce((sum, { weight }) => sum + weight, 0)),
        row('density', (one) => one.network.density),
        row('reciprocity', (one) => one.network.reciprocity),
        row('modularity', (one) => one.network.modularity),
        row('communities', (one) => one.network.communities),
        ...parts.map((part) => row(part, ({ nodes }) => nodes.filter(({ bowTie }) => bowTie === part).length)),
      ],
    };
  },
};
