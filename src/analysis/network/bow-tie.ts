import { type Neighbours, type Network, neighbours, reached } from './network.ts';

/**
 * Parts of a bow-tie (Broder et al. 2000, "Graph structure in the Web", Computer Networks 33). `scc` is the core, the
 * largest strongly connected component.
 */
export type BowTiePart = 'scc' | 'in' | 'out' | 'tube' | 'tendril' | 'disconnected';

/**
 * Returns the part of each node: `in` leads to the core, the core to `out`, a `tube` past the core from `in` to `out`;
 * a `tendril` is connected otherwise. Undefined if no two nodes lead to each other.
 */
export function bowTie({ nodes, from, to }: Network): readonly BowTiePart[] | undefined {
  const forth = neighbours(nodes, from, to);
  const back = neighbours(nodes, to, from);
  const knot = largestComponent(forth);
  if (knot.length < 2) return undefined;
  const isKnot = new Set(knot);
  const out = reached(forth, knot);
  const into = reached(back, knot);
  const all = [...Array(nodes).keys()];
  const fromIn = reached(
    forth,
    all.filter((node) => into[node] === 1 && !isKnot.has(node)),
  );
  const toOut = reached(
    back,
    all.filter((node) => out[node] === 1 && !isKnot.has(node)),
  );
  const both = Uint32Array.from(
    { length: 2 * from.length },
    (_, at) => (at < from.length ? from : to)[at % from.length] ?? 0,
  );
  const others = Uint32Array.from(both, (_, at) => (at < from.length ? to : from)[at % from.length] ?? 0);
  const connected = reached(neighbours(nodes, both, others), knot);
  return all.map((node) => {
    if (isKnot.has(node)) return 'scc';
    if (into[node] === 1) return 'in';
    if (out[node] === 1) return 'out';
    if (fromIn[node] === 1 && toOut[node] === 1) return 'tube';
    return connected[node] === 1 ? 'tendril' : 'disconnected';
  });
}

/**
 * Returns the largest strongly connected component (Tarjan 1972, "Depth-first search and linear graph algorithms",
 * without recursion).
 */
function largestComponent({ offsets, others }: Neighbours): readonly number[] {
  const nodes = offsets.length - 1;
  /**
   * Discovery time of each node, from 1; the earliest discovery time that the node leads back to; the node's next edge.
   */
  const met = new Uint32Array(nodes);
  const low = new Uint32Array(nodes);
  const next = offsets.slice(0, nodes);
  const isOpen = new Uint8Array(nodes);
  const open: number[] = [];
  const path: number[] = [];
  let largest: readonly number[] = [];
  let clock = 0;
  const enter = (node: number) => {
    met[node] = low[node] = ++clock;
    isOpen[node] = 1;
    open.push(node);
    path.push(node);
  };
  const leave = (node: number) => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
    if (low[node] !== met[node]) return;
    const component = open.splice(open.lastIndexOf(node));
    for (const member of component) isOpen[member] = 0;
    if (component.length > largest.length) largest = component;
  };
  for (let root = 0; root < nodes; root++) {
    if (met[root] === 0) enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const edge = next[node] ?? 0;
      if (edge === offsets[node + 1]) {
        leave(node);
        continue;
      }
      next[node] = edge + 1;
      const other = others[edge] ?? 0;
      if (met[other] === 0) enter(other);
      else if (isOpen[other] === 1) low[node] = Math.min(low[node] ?? 0, met[other] ?? 0);
    }
  }
  return largest;
}
