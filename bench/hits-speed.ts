import { createRequire } from 'node:module';
import { DirectedGraph } from 'graphology';
import type graphologyHits from 'graphology-metrics/centrality/hits.js';
import { hits, linkGraph } from '../src/analysis/hits.ts';
import { createRandom } from '../src/domain/random.ts';
import { KnownWeb } from '../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../src/link-orders/hits/rank-web.ts';
import { atMost, figure, type Metric } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';
import { median } from './statistics.ts';

// Its types declare a default export; the module is itself the export.
const reference: typeof graphologyHits.default = createRequire(import.meta.url)(
  'graphology-metrics/centrality/hits.js',
);

const ITERATIONS = 20;
const KNOWN = 100_000;
const STEPS = 12;
/** graphology takes half a minute for a million. */
const COMPARED = 100_000;

/** Twenty iterations of HITS: ours with a million links, and next to graphology's with as many as that can handle. */
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
  // Without convergence it runs for the given iterations, and then throws.
  const other = seconds(() => {
    try {
      reference(graph, { maxIterations: ITERATIONS, tolerance: 0 });
    } catch {
      // It has not converged: neither have we.
    }
  });
  const step = stepTimes();
  return [
    figure('a step of the link order hits, 100,000 known pages with 300,000 links: the first', step.first, 's CPU'),
    atMost(0.2, 'the same, later ones', step.later, 's CPU'),
    figure('of it in the way of fetching: the links are handed to a thread', step.given, 's CPU'),
    atMost(2, `HITS: ${ITERATIONS} iterations over ${links.toLocaleString('en')} links`, time, 's CPU'),
    figure(`HITS: ${ITERATIONS} iterations over ${COMPARED.toLocaleString('en')} links`, own, 's CPU'),
    figure('HITS: the same in graphology, the graph being built', other, 's CPU'),
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

/** Building the graph is included. */
const ours = ({ nodes, from, to }: ReturnType<typeof randomLinks>) =>
  hits(linkGraph(nodes, from, to), { iterations: ITERATIONS, tolerance: 0 });

/**
 * CPU time of HITS over 100,000 known pages, of which a tenth was visited: the first time, and later, when one more in
 * a hundred was at each step. `given`: transfer of the links to the ranking thread, the only part that the crawl waits
 * for.
 */
function stepTimes(): { readonly first: number; readonly later: number; readonly given: number } {
  const random = createRandom('step');
  const web = new KnownWeb();
  const number = (page: number) => web.numberOf(page + 1, 1, `http://h${page % 20}.test/${page}`);
  for (let page = 0; page < KNOWN; page++) number(page);
  const target = () => random.below(random.unit() < 1 / 3 ? KNOWN / 100 : KNOWN);
  let last = new Float64Array(0);
  let visited = 0;
  const times = Array.from({ length: STEPS }, (_, step) => {
    for (; visited < (KNOWN / 10) * 1.01 ** step; visited++) web.visited(visited, Array.from({ length: 30 }, target));
    const options = { last, most: 10, indexed: new Uint32Array(0), withinSite: 1, discountCommon: true };
    const given = seconds(() => structuredClone({ ...web.snapshot(), last }));
    const ranking = seconds(() => {
      last = Float64Array.from(rankWeb({ ...web.snapshot(), ...options }).hubs);
    });
    return { given, ranking };
  });
  const ranking = times.map((time) => time.ranking);
  return {
    first: ranking[0] ?? 0,
    later: median(ranking.slice(1)),
    given: median(times.map(({ given }) => given)),
  };
}

/** CPU time: others may use the processor meanwhile. */
function seconds(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  return cpuSince(begin) / 1000;
}
