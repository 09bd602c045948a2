/** A directed graph of nodes 0 … n - 1, each pair once, none from a node to itself. */
export interface Network {
  readonly nodes: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Neighbours by node: node k has others[offsets[k] … offsets[k + 1] - 1]. */
export interface Neighbours {
  readonly offsets: Uint32Array;
  readonly others: Uint32Array;
}

/** Returns the other ends of each node's edges. @param ones ends to sort by (counting sort) */
export function neighbours(nodes: number, ones: Uint32Array, others: Uint32Array): Neighbours {
  const offsets = new Uint32Array(nodes + 1);
  for (const one of ones) offsets[one + 1] = (offsets[one + 1] ?? 0) + 1;
  for (let node = 0; node < nodes; node++) offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const free = offsets.slice(0, nodes);
  const sorted = new Uint32Array(others.length);
  for (const [edge, one] of ones.entries()) {
    const place = free[one] ?? 0;
    sorted[place] = others[edge] ?? 0;
    free[one] = place + 1;
  }
  return { offsets, others: sorted };
}

/** Marks the nodes that are reachable from some nodes, start nodes included. */
export function reached({ offsets, others }: Neighbours, begin: Iterable<number>): Uint8Array {
  const known = new Uint8Array(offsets.length - 1);
  const waiting: number[] = [];
  const add = (node: number) => {
    if (known[node]) return;
    known[node] = 1;
    waiting.push(node);
  };
  for (const node of begin) add(node);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (let at = offsets[node] ?? 0; at < (offsets[node + 1] ?? 0); at++) add(others[at] ?? 0);
  return known;
}
