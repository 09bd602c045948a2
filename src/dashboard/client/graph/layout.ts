import { MultiDirectedGraph } from 'graphology';
import * as layouts from 'graphology-layout-forceatlas2';

/** Graph whose edges refer to nodes by index. */
export interface LayoutTask {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number, weight: number])[];
}

/** Coordinates x, y of each node; `isLast` marks the final ones. */
export interface LayoutStep {
  readonly places: Float32Array;
  readonly isLast: boolean;
}

/** Iterations between two drawings, and in total. */
const STEP = 50;
const iterationsFor = (nodes: number): number => (nodes > 1000 ? 200 : 1000);

/** Cast: the types declare a default export, but the module has named exports. */
const forceAtlas2 = layouts as unknown as typeof layouts.default.default;

/** Golden angle: nodes start spread over a disc, with the first, heaviest ones in its middle. */
const TURN = Math.PI * (3 - Math.sqrt(5));

/**
 * Worker that lays graphs out: ForceAtlas2 (Jacomy et al. 2014, "ForceAtlas2, a continuous graph layout algorithm for
 * handy network visualization", PLoS ONE 9(6)). The same graph always gets the same layout.
 */
addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => {
  const graph = new MultiDirectedGraph();
  for (let node = 0; node < data.nodes; node++) {
    const radius = 10 * Math.sqrt(node + 1);
    graph.addNode(node, { x: radius * Math.cos(node * TURN), y: radius * Math.sin(node * TURN) });
  }
  for (const [from, to, weight] of data.edges) if (from !== to) graph.addEdge(from, to, { weight });
  const settings = { ...forceAtlas2.inferSettings(graph), edgeWeightInfluence: 0.5 };
  const all = iterationsFor(data.nodes);
  for (let done = STEP; done <= all; done += STEP) {
    forceAtlas2.assign(graph, { iterations: STEP, settings });
    const places = new Float32Array(2 * data.nodes);
    graph.forEachNode((node, { x, y }) => places.set([Number(x), Number(y)], 2 * Number(node)));
    const step: LayoutStep = { places, isLast: done + STEP > all };
    postMessage(step);
  }
});
