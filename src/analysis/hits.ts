/** Links between nodes 0 … n - 1 in rows of one source each: row r has the links offsets[r] … offsets[r + 1] - 1. */
export interface LinkGraph {
  readonly nodes: number;
  /** Source by row. A node may have no row or several. */
  readonly sources: Uint32Array;
  /** Start of each row; one entry more than there are rows. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Weights of the links; undefined: 1 each. */
  readonly weights: LinkWeights | undefined;
}

interface LinkWeights {
  /** Weight of each link for the authority of the link's target. */
  readonly authority: Float32Array;
  /** Weight of each link for the hub weight of the link's source. */
  readonly hub: Float32Array;
}

interface WeightOptions {
  /** Site of each node, as whole numbers from 0; undefined: one site. */
  readonly sites?: Uint32Array | undefined;
  /** Weight of a link within one site, from 0 to 1; 1 if not given. */
  readonly withinSite?: number | undefined;
  /**
   * True if k links from pages of one site to one page weigh 1/k each for the page's authority, and l links from one
   * page to pages of one site 1/l each for the page as a hub (Bharat & Henzinger 1998, "Improved algorithms for topic
   * distillation in a hyperlinked environment", SIGIR, §4.1).
   */
  readonly shared?: boolean | undefined;
}

/**
 * Builds a graph of the links `from[i]` to `to[i]`. Duplicates count once; links from a node to itself do not count,
 * because they recommend nothing.
 */
export function linkGraph(nodes: number, from: Uint32Array, to: Uint32Array, options: WeightOptions = {}): LinkGraph {
  const { offsets, targets } = bySource(nodes, from, to);
  const sources = Uint32Array.from({ length: nodes }, (_, node) => node);
  return { nodes, sources, offsets, targets, weights: weigh(nodes, offsets, targets, options) };
}

/** Sorts values by key, stably: key k has the values offsets[k] … offsets[k + 1] - 1 (counting sort). */
function byKey(keyCount: number, keys: Uint32Array, values: Uint32Array) {
  const offsets = new Uint32Array(keyCount + 1);
  for (const key of keys) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key++) offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  const free = offsets.slice(0, keyCount);
  const sorted = new Uint32Array(values.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const place = free[key] ?? 0;
    sorted[place] = values[at] ?? 0;
    free[key] = place + 1;
  }
  return { offsets, values: sorted };
}

function bySource(nodes: number, from: Uint32Array, to: Uint32Array): Pick<LinkGraph, 'offsets' | 'targets'> {
  const all = byKey(nodes, from, to);
  const offsets = new Uint32Array(nodes + 1);
  /** Last source of a link to each node, counted from 1. */
  const seen = new Uint32Array(nodes);
  let kept = 0;
  for (let source = 0; source < nodes; source++) {
    for (let place = all.offsets[source] ?? 0; place < (all.offsets[source + 1] ?? 0); place++) {
      const target = all.values[place] ?? 0;
      if (target === source || seen[target] === source + 1) continue;
      seen[target] = source + 1;
      all.values[kept++] = target;
    }
    offsets[source + 1] = kept;
  }
  return { offsets, targets: all.values.slice(0, kept) };
}

function weigh(
  nodes: number,
  offsets: Uint32Array,
  targets: Uint32Array,
  { sites = new Uint32Array(nodes), withinSite = 1, shared = false }: WeightOptions,
): LinkWeights | undefined {
  if (withinSite === 1 && !shared) return undefined;
  const links = targets.length;
  const sourceSites = new Uint32Array(links);
  for (let source = 0; source < nodes; source++)
    sourceSites.fill(sites[source] ?? 0, offsets[source], offsets[source + 1]);
  const targetSites = new Uint32Array(links);
  for (let link = 0; link < links; link++) targetSites[link] = sites[targets[link] ?? 0] ?? 0;
  const authority = new Float32Array(links).fill(1);
  const hub = new Float32Array(links).fill(1);
  if (shared) {
    let siteCount = 1;
    for (const site of sites) if (site >= siteCount) siteCount = site + 1;
    const own = new Uint32Array(links);
    for (let link = 0; link < links; link++) own[link] = link;
    eachWithCount({ offsets, values: own }, targetSites, siteCount, (link, l) => (hub[link] = 1 / l));
    eachWithCount(byKey(nodes, targets, own), sourceSites, siteCount, (link, k) => (authority[link] = 1 / k));
  }
  for (let link = 0; link < links; link++) {
    if (sourceSites[link] !== targetSites[link]) continue;
    authority[link] = (authority[link] ?? 0) * withinSite;
    hub[link] = (hub[link] ?? 0) * withinSite;
  }
  return { authority, hub };
}

/** Calls `tell` for each link with the number of its node's links to or from the same site. */
function eachWithCount(
  { offsets, values }: { readonly offsets: Uint32Array; readonly values: Uint32Array },
  sites: Uint32Array,
  siteCount: number,
  tell: (link: number, count: number) => void,
): void {
  const counts = new Uint32Array(siteCount);
  for (let node = 0; node + 1 < offsets.length; node++) {
    const from = offsets[node] ?? 0;
    const to = offsets[node + 1] ?? 0;
    for (let at = from; at < to; at++) {
      const site = sites[values[at] ?? 0] ?? 0;
      counts[site] = (counts[site] ?? 0) + 1;
    }
    for (let at = from; at < to; at++) {
      const link = values[at] ?? 0;
      tell(link, counts[sites[link] ?? 0] ?? 1);
    }
    for (let at = from; at < to; at++) counts[sites[values[at] ?? 0] ?? 0] = 0;
  }
}

interface HitsOptions {
  /**
   * Most iterations: about 20 make the first twenty of each stable (Kleinberg 1999, "Authoritative sources in a
   * hyperlinked environment", JACM 46(5), §3).
   */
  readonly iterations?: number;
  /** Stops when neither vector moved farther (Euclidean distance); 0: only if neither moved. */
  readonly tolerance?: number;
  /**
   * Initial hub weights, such as those of the last step; 1 each if not given. Nodes at 0 without links to nonzero ones
   * stay 0.
   */
  readonly start?: Float64Array | undefined;
  /**
   * Relevance of each node to the topic, at least 0: a factor of its weights for neighbours (Bharat & Henzinger 1998,
   * §4.2); 1 each if not given.
   */
  readonly relevance?: Float64Array | undefined;
}

interface HitsWeights {
  /** Authority by node; the squares sum to 1, or all are 0 if there are no links. */
  readonly authorities: Float64Array;
  /** Hub weight by node, scaled alike. */
  readonly hubs: Float64Array;
  readonly iterations: number;
}

/**
 * Computes authorities, linked from good hubs, and hubs, which link to good authorities. An iteration is
 *
 *     I: x<p> = sum over q -> p of a(q, p) r(q) y<q>     O: y<p> = sum over p -> q of h(p, q) r(q) x<q>
 *
 * with x authority and y hub weights, a and h weights of the link, and r the relevance of its other end (default 1).
 * After each operation, x or y is scaled so that its squares sum to 1 (Kleinberg 1999, §3; Blekanov & Bondarenko).
 */
export function hits(graph: LinkGraph, options: HitsOptions = {}): HitsWeights {
  const { iterations = 20, tolerance = 1e-9, start, relevance } = options;
  let authorities = new Float64Array(graph.nodes);
  let hubs = start ? Float64Array.from(start) : new Float64Array(graph.nodes).fill(1);
  normalise(hubs);
  let nextAuthorities = new Float64Array(graph.nodes);
  let nextHubs = new Float64Array(graph.nodes);
  const given = new Float64Array(relevance ? graph.nodes : 0);
  let done = 0;
  for (let moved = Number.POSITIVE_INFINITY; done < iterations && moved > tolerance; done++) {
    toTargets(graph, times(hubs, relevance, given), nextAuthorities);
    normalise(nextAuthorities);
    toSources(graph, times(nextAuthorities, relevance, given), nextHubs);
    normalise(nextHubs);
    moved = Math.max(distance(authorities, nextAuthorities), distance(hubs, nextHubs));
    [authorities, nextAuthorities] = [nextAuthorities, authorities];
    [hubs, nextHubs] = [nextHubs, hubs];
  }
  return { authorities, hubs, iterations: done };
}

/** Operation I. */
function toTargets({ sources, offsets, targets, weights }: LinkGraph, hubs: Float64Array, into: Float64Array): void {
  const counts = weights?.authority;
  into.fill(0);
  for (let row = 0; row < sources.length; row++) {
    const given = hubs[sources[row] ?? 0] ?? 0;
    if (given === 0) continue;
    const end = offsets[row + 1] ?? 0;
    if (counts) {
      for (let link = offsets[row] ?? 0; link < end; link++) {
        const target = targets[link] ?? 0;
        into[target] = (into[target] ?? 0) + given * (counts[link] ?? 0);
      }
    } else {
      for (let link = offsets[row] ?? 0; link < end; link++) {
        const target = targets[link] ?? 0;
        into[target] = (into[target] ?? 0) + given;
      }
    }
  }
}

/** Operation O. */
function toSources(
  { sources, offsets, targets, weights }: LinkGraph,
  authorities: Float64Array,
  into: Float64Array,
): void {
  const counts = weights?.hub;
  into.fill(0);
  for (let row = 0; row < sources.length; row++) {
    let sum = 0;
    const end = offsets[row + 1] ?? 0;
    if (counts) {
      for (let link = offsets[row] ?? 0; link < end; link++)
        sum += (authorities[targets[link] ?? 0] ?? 0) * (counts[link] ?? 0);
    } else {
      for (let link = offsets[row] ?? 0; link < end; link++) sum += authorities[targets[link] ?? 0] ?? 0;
    }
    const source = sources[row] ?? 0;
    into[source] = (into[source] ?? 0) + sum;
  }
}

/** Multiplies the weights by the relevance: the contribution of each node to its neighbours. */
function times(weights: Float64Array, relevance: Float64Array | undefined, into: Float64Array): Float64Array {
  if (!relevance) return weights;
  for (let node = 0; node < weights.length; node++) into[node] = (weights[node] ?? 0) * (relevance[node] ?? 0);
  return into;
}

function normalise(vector: Float64Array): void {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2;
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
}

function distance(one: Float64Array, other: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < one.length; at++) squares += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(squares);
}
