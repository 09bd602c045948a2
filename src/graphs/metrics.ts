import { createRequire } from 'node:module';
import graphology, { type DirectedGraph } from 'graphology';
import type louvainModule from 'graphology-communities-louvain';
import type hitsModule from 'graphology-metrics/centrality/hits.js';
import type pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import { z } from 'zod';
import { bowTie } from '../analysis/network/bow-tie.ts';
import { createRandom } from '../domain/random.ts';
import type { GraphNode, LinkGraph } from './link-graph.ts';

const require = createRequire(import.meta.url);
/** A package that is one function, whose types tell of a module. */
const functionOf = <F>(name: string): F =>
  z.custom<F>((value) => typeof value === 'function', `${name} is no function`).parse(require(name));

const louvain = functionOf<typeof louvainModule.default>('graphology-communities-louvain');
const hits = functionOf<typeof hitsModule.default>('graphology-metrics/centrality/hits.js');
const pagerank = functionOf<typeof pagerankModule.default>('graphology-metrics/centrality/pagerank.js');

/** Rounds after which PageRank and HITS are good enough, and how near two of them are then. */
const ITERATION = { maxIterations: 1000, tolerance: 1e-13 };

/**
 * Adds metrics of nodes to a graph: PageRank, hub and authority weight (Kleinberg 1999), k-core, the part of the bow-tie
 * (Broder et al. 2000), and the community by modularity (Louvain).
 *
 * @param seed of the communities
 */
export function withMetrics(graph: LinkGraph, seed: number): LinkGraph {
  const directed: DirectedGraph = new graphology.DirectedGraph();
  for (const place of graph.nodes.keys()) directed.addNode(place);
  for (const { source, target, weight } of graph.edges) directed.addEdge(source, target, { weight });
  const isEmpty = graph.edges.length === 0;
  const ranks = isEmpty ? {} : pagerank(directed, { ...ITERATION, getEdgeWeight: 'weight' });
  const { hubs, authorities } = isEmpty
    ? { hubs: {}, authorities: {} }
    : hits(directed, { ...ITERATION, getEdgeWeight: 'weight', normalize: true });
  const communities = isEmpty
    ? {}
    : louvain(directed, { getEdgeWeight: 'weight', rng: createRandom(`communities ${seed}`).unit });
  const cores = coresOf(graph);
  const ends = (of: 'source' | 'target') => Uint32Array.from(graph.edges, (edge) => edge[of]);
  const parts = bowTie({ nodes: graph.nodes.length, from: ends('source'), to: ends('target') });
  const metricOf = (values: Readonly<Record<string, number>>, place: number): number => values[String(place)] ?? 0;
  const nodes = graph.nodes.map(
    ({ label, attributes }, place): GraphNode => ({
      label,
      attributes: {
        ...attributes,
        pageRank: metricOf(ranks, place),
        hub: metricOf(hubs, place),
        authority: metricOf(authorities, place),
        core: cores[place] ?? 0,
        community: metricOf(communities, place),
        bowTie: parts?.[place] ?? 'none',
      },
    }),
  );
  return {
    ...graph,
    nodes,
    attributes: [
      ...graph.attributes,
      ...(['pageRank', 'hub', 'authority'] as const).map((name) => ({ name, type: 'number' as const })),
      ...(['core', 'community'] as const).map((name) => ({ name, type: 'integer' as const })),
      { name: 'bowTie', type: 'text' },
    ],
  };
}

/** The k-core of each node: the largest k so that it is in a part where each has k neighbours (Batagelj & Zaversnik 2003). */
function coresOf({ nodes, edges }: LinkGraph): number[] {
  const neighbours = nodes.map(() => new Set<number>());
  for (const { source, target } of edges) {
    neighbours[source]?.add(target);
    neighbours[target]?.add(source);
  }
  const degrees = neighbours.map(({ size }) => size);
  const cores = nodes.map(() => 0);
  const bins: number[][] = [];
  const put = (place: number, degree: number) => {
    const bin = bins[degree] ?? [];
    bins[degree] = bin;
    bin.push(place);
  };
  for (const [place, degree] of degrees.entries()) put(place, degree);
  const done = new Set<number>();
  for (let k = 0; k < bins.length; k++)
    for (let place = bins[k]?.pop(); place !== undefined; place = bins[k]?.pop()) {
      if (done.has(place)) continue;
      done.add(place);
      cores[place] = k;
      for (const other of neighbours[place] ?? []) {
        const degree = degrees[other] ?? 0;
        if (done.has(other) || degree <= k) continue;
        degrees[other] = degree - 1;
        put(other, degree - 1);
      }
    }
  return cores;
}
