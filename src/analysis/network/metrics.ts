import { createRequire } from 'node:module';
import type graphologyModule from 'graphology';
import type louvainModule from 'graphology-communities-louvain';
import type hitsModule from 'graphology-metrics/centrality/hits.js';
import type pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import type modularityModule from 'graphology-metrics/graph/modularity.js';
import { z } from 'zod';
import { createRandom } from '../../domain/random.ts';
import { type BowTiePart, bowTie } from './bow-tie.ts';

const require = createRequire(import.meta.url);
/** Loads a package that exports one function, though its types describe a module. */
const functionOf = <F>(name: string): F =>
  z.custom<F>((value) => typeof value === 'function', `${name} is no function`).parse(require(name));

/** Loads the packages on demand, since most commands measure no network. */
const graphology = () => ({
  DirectedGraph: functionOf<typeof graphologyModule>('graphology').DirectedGraph,
  louvain: functionOf<typeof louvainModule.default>('graphology-communities-louvain'),
  hits: functionOf<typeof hitsModule.default>('graphology-metrics/centrality/hits.js'),
  pagerank: functionOf<typeof pagerankModule.default>('graphology-metrics/centrality/pagerank.js'),
  modularity: functionOf<typeof modularityModule.default>('graphology-metrics/graph/modularity.js'),
});

/** Most rounds of PageRank and HITS, and the largest difference between rounds at which they stop. */
const ITERATION = { maxIterations: 1000, tolerance: 1e-13 };

/** An edge between nodes 0 … n - 1, at most one per pair and none from a node to itself. */
interface WeightedEdge {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
}

/** Metrics of a node, by weights except for `core` and `bowTie`. */
export interface NodeMetrics {
  readonly pageRank: number;
  /** Hub and authority weights (Kleinberg 1999), each with a sum of 1 over all nodes. */
  readonly hub: number;
  readonly authority: number;
  /** Largest k of a subgraph with this node in which every node has k neighbours (Batagelj & Zaversnik 2003). */
  readonly core: number;
  /** Number of the community, by modularity (Louvain; Blondel et al. 2008). */
  readonly community: number;
  /** Part of the bow-tie (Broder et al. 2000); `none` where no two nodes lead to each other. */
  readonly bowTie: BowTiePart | 'none';
}

/** Names and types of the metrics. */
export const NODE_METRICS = {
  pageRank: 'number',
  hub: 'number',
  authority: 'number',
  core: 'integer',
  community: 'integer',
  bowTie: 'text',
} as const satisfies Readonly<Record<keyof NodeMetrics, string>>;

/** Metrics of a network as a whole. */
interface NetworkMetrics {
  /** Linked pairs as a share of all possible pairs. */
  readonly density: number;
  /** Share of linked pairs that are also linked in the opposite direction. */
  readonly reciprocity: number;
  /** Modularity of the communities (Newman 2004, for directed links Leicht & Newman 2008). */
  readonly modularity: number;
  readonly communities: number;
}

/** Measures a network and its nodes. @param seed for finding communities */
export function measure(
  count: number,
  edges: readonly WeightedEdge[],
  seed: number,
): { readonly nodes: readonly NodeMetrics[]; readonly network: NetworkMetrics } {
  const { DirectedGraph, louvain, hits, pagerank, modularity } = graphology();
  const graph = new DirectedGraph();
  for (let node = 0; node < count; node++) graph.addNode(node);
  for (const { source, target, weight } of edges) graph.addEdge(source, target, { weight });
  const byWeight = { getEdgeWeight: 'weight' };
  const isEmpty = edges.length === 0;
  const ranks = isEmpty ? {} : pagerank(graph, { ...ITERATION, ...byWeight });
  const { hubs, authorities } = isEmpty
    ? { hubs: {}, authorities: {} }
    : hits(graph, { ...ITERATION, ...byWeight, normalize: true });
  const communities: Record<string, number> = isEmpty
    ? {}
    : louvain(graph, { ...byWeight, rng: createRandom(`communities ${seed}`).unit });
  const cores = coresOf(count, edges);
  const ends = (of: 'source' | 'target') => Uint32Array.from(edges, (edge) => edge[of]);
  const parts = bowTie({ nodes: count, from: ends('source'), to: ends('target') });
  const pairs = new Set(edges.map(({ source, target }) => source * count + target));
  const returned = edges.filter(({ source, target }) => pairs.has(target * count + source)).length;
  return {
    nodes: Array.from({ length: count }, (_, node) => ({
      pageRank: ranks[node] ?? 0,
      hub: hubs[node] ?? 0,
      authority: authorities[node] ?? 0,
      core: cores[node] ?? 0,
      community: communities[node] ?? 0,
      bowTie: parts?.[node] ?? 'none',
    })),
    network: {
      density: count < 2 ? 0 : edges.length / (count * (count - 1)),
      reciprocity: isEmpty ? 0 : returned / edges.length,
      modularity: isEmpty ? 0 : modularity(graph, { ...byWeight, getNodeCommunity: (node) => communities[node] ?? 0 }),
      communities: new Set(Object.values(communities)).size,
    },
  };
}

/** Computes the k-core of each node, ignoring the direction of edges. */
function coresOf(count: number, edges: readonly WeightedEdge[]): number[] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (const { source, target } of edges) {
    neighbours[source]?.add(target);
    neighbours[target]?.add(source);
  }
  const degrees = neighbours.map(({ size }) => size);
  const cores = neighbours.map(() => 0);
  const bins: number[][] = [];
  const put = (node: number, degree: number) => {
    const bin = bins[degree] ?? [];
    bins[degree] = bin;
    bin.push(node);
  };
  for (const [node, degree] of degrees.entries()) put(node, degree);
  const done = new Set<number>();
  for (let k = 0; k < bins.length; k++)
    for (let node = bins[k]?.pop(); node !== undefined; node = bins[k]?.pop()) {
      if (done.has(node)) continue;
      done.add(node);
      cores[node] = k;
      for (const other of neighbours[node] ?? []) {
        const degree = degrees[other] ?? 0;
        if (done.has(other) || degree <= k) continue;
        degrees[other] = degree - 1;
        put(other, degree - 1);
      }
    }
  return cores;
}
