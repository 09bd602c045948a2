import { hits } from '../../analysis/hits/hits.ts';
import { linkGraph } from '../../analysis/hits/link-graph.ts';
import type { KnownWeb } from './known-web.ts';

/** What HITS is to rank. */
export interface WebToRank extends ReturnType<KnownWeb['snapshot']> {
  /** Hub weights of the last step, of the pages that were known then. */
  readonly last: Float64Array;
  readonly withinSite: number;
  readonly discountCommon: boolean;
}

export interface RankedWeb {
  readonly hubs: Float64Array;
  /** Pages that have an authority weight, the largest first; of equal ones that which was found earlier. */
  readonly byAuthority: Uint32Array;
  /** The same by hub weight. */
  readonly byHub: Uint32Array;
}

/** Iterations of a step: about 20 make the best of each stable (Kleinberg 1999, §3); weights to begin with save some. */
const ITERATIONS = 20;
/** Both vectors moved less: enough to tell the best. */
const TOLERANCE = 1e-4;
/** How much of the first weights is the same for all pages, so that new communities may come up. */
const EVEN = 0.1;

/** HITS of one step, warm from the last one's weights. */
export function rankWeb({
  nodes,
  from,
  to,
  hosts,
  last,
  withinSite,
  discountCommon,
  averageHubs,
}: WebToRank): RankedWeb {
  const graph = linkGraph(nodes, from, to, { sites: hosts, withinSite, discountCommon });
  const start = new Float64Array(nodes).fill(EVEN / Math.sqrt(Math.max(1, nodes)));
  for (const [page, weight] of last.entries()) start[page] = (start[page] ?? 0) + weight;
  const { authorities, hubs } = hits(graph, { iterations: ITERATIONS, tolerance: TOLERANCE, start });
  return { hubs, byAuthority: largestFirst(authorities), byHub: largestFirst(hubs) };
}

const largestFirst = (weights: Float64Array): Uint32Array =>
  Uint32Array.from(weights.keys())
    .filter((page) => (weights[page] ?? 0) > 0)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
