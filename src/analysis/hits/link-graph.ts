/** Links between nodes 0 … n - 1 in rows, each of one source: those of row r stand at offsets[r] … offsets[r + 1] - 1. */
export interface LinkGraph {
  readonly nodes: number;
  /** By row: its source. A node may have no row, and more than one. */
  readonly sources: Uint32Array;
  /** One place more than there are rows. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** What each link counts for; undefined: 1 each. */
  readonly weights: LinkWeights | undefined;
}

interface LinkWeights {
  /** For the authority of its target … */
  readonly authority: Float32Array;
  /** … and for its source as a hub. */
  readonly hub: Float32Array;
}

interface WeightOptions {
  /** The site of each node, whole numbers from 0; undefined: all are one. */
  readonly sites?: Uint32Array | undefined;
  /** What a link counts for that leads to its own site, from 0 to 1; 1 if not given. */
  readonly withinSite?: number | undefined;
  /**
   * Whether k links from pages of one site to one page count 1/k each for its authority, and l links from one page to
   * pages of one site 1/l each for it as a hub (Bharat & Henzinger 1998, "Improved algorithms for topic distillation in a
   * hyperlinked environment", SIGIR, §4.1).
   */
  readonly shared?: boolean | undefined;
}

/**
 * A graph of the links `from[i]` to `to[i]`. One that comes twice counts once, and one from a node to itself does not
 * count: it recommends nothing.
 */
export function linkGraph(nodes: number, from: Uint32Array, to: Uint32Array, options: WeightOptions = {}): LinkGraph {
  const { offsets, targets } = bySource(nodes, from, to);
  const sources = Uint32Array.from({ length: nodes }, (_, node) => node);
  return { nodes, sources, offsets, targets, weights: weigh(nodes, offsets, targets, options) };
}

/** Values by key, sorted: those of key k stand at offsets[k] … offsets[k + 1] - 1, in their order (counting sort). */
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
  /** The last source, counted from 1, that leads to each node. */
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

/** Tells of each link how many links of its node are of the same site. */
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
