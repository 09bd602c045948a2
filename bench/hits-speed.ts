import { createRequire } from 'node:module';
import { DirectedGraph } from 'graphology';
import type graphologyHits from 'graphology-metrics/centrality/hits.js';
import { hits } from '../src/analysis/hits/hits.ts';
import { linkGraph } from '../src/analysis/hits/link-graph.ts';
import { createRandom } from '../src/domain/random.ts';
import { atMost, figure, type Metric } from './benchmark.ts';

// Its types say that it has a default export; it is one.
const reference: typeof graphologyHits.default = createRequire(import.meta.url)(
  'graphology-metrics/centrality/hits.js',
);

const ITERATIONS = 20;
/** graphology takes half a minute for a million. */
const COMPARED = 100_000;

/** Twenty iterations of HITS: ours with a million links, and beside graphology's with as many as that one can bear. */
export function hitsSpeed(links: number, say: (line: string) => void): Metric[] {
  const large = randomLinks(links);
  say(`HITS of ${links} links`);
  const time = seconds(() => ours(large));
  const small = randomLinks(COMPARED);
  const graph = new DirectedGraph();
  for (let node = 0; node < small.nodes; node++) graph.addNode(node);
  for (let at = 0; at < COMPARED; at++) graph.mergeDirectedEdge(small.from[at], small.to[at]);
  say(`HITS of ${COMPARED} links, beside graphology`);
  const own = seconds(() => ours(small));
  // Without an end it runs as long as it is told, and then throws.
  const other = seconds(() => {
    try {
      reference(graph, { maxIterations: ITERATIONS, tolerance: 0 });
    } catch {
      // It has not converged: neither have we.
    }
  });
  return [
    atMost(2, `HITS: ${ITERATIONS} iterations over ${links.toLocaleString('en')} links`, time, 's'),
    figure(`HITS: ${ITERATIONS} iterations over ${COMPARED.toLocaleString('en')} links`, own, 's'),
    figure('HITS: the same in graphology, the graph being built', other, 's'),
    atMost(0.2, 'HITS: our time by that of graphology', own / other, 'ratio'),
  ];
}

/** A tenth as many nodes as links. A third of the links lead to a hundredth of the nodes, as on the Web few pages have most. */
function randomLinks(links: number) {
  const random = createRandom('hits speed');
  const nodes = Math.max(100, Math.round(links / 10));
  const from = Uint32Array.from({ length: links }, () => random.below(nodes));
  const to = Uint32Array.from({ length: links }, () => random.below(random.unit() < 1 / 3 ? nodes / 100 : nodes));
  return { nodes, from, to };
}

/** The graph is built in the time, too. */
const ours = ({ nodes, from, to }: ReturnType<typeof randomLinks>) =>
  hits(linkGraph(nodes, from, to), { iterations: ITERATIONS, tolerance: 0 });

function seconds(work: () => unknown): number {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
}
