import { hits } from '../../analysis/hits/hits.ts';
import { linkGraph } from '../../analysis/hits/link-graph.ts';
import type { KnownWeb } from './known-web.ts';

/** What HITS is to rank. */
interface WebToRank extends ReturnType<KnownWeb['snapshot']> {
  /** Hub weights of the last step, of the pages that were known then. */
  readonly last: Float64Array;
  /** Authorities that are asked for. */
  readonly most: number;
  readonly withinSite: number;
  readonly discountCommon: boolean;
  /** By page, how near to the topic it is, in [0, 1]; not given where there is none. */
  readonly relevance?: Float64Array | undefined;
}

export interface RankedWeb {
  readonly hubs: Float64Array;
  /** The pages of the largest authority weights, those without any left out, the largest first; of equal ones that which was found earlier. */
  readonly byAuthority: Uint32Array;
  /** All pages that have a hub weight, in the same way. */
  readonly byHub: Uint32Array;
}

/** Iterations of a step: about 20 make the best of each stable (Kleinberg 1999, §3); weights to begin with save some. */
const ITERATIONS = 20;
/** Both vectors moved less: enough to tell the best. */
const TOLERANCE = 1e-4;
/** How much of the first weights is the same for all pages, so that new communities may come up. */
const EVEN = 0.1;

/** What a page counts for of whose text nothing is near to the topic. */
const OFF_TOPIC = 0.01;

/**
 * HITS of one step, warm from the last one's weights. With a topic each page counts for its neighbours as far as it is near
 * to the topic (Bharat & Henzinger 1998, "Improved algorithms for topic distillation in a hyperlinked environment", §4.2),
 * and is ranked by its weight times that: the joining of HITS with the text that the paper names as open.
 */
export function rankWeb(given: WebToRank): RankedWeb {
  const { nodes, from, to, hosts, last, most, withinSite, discountCommon } = given;
  const graph = linkGraph(nodes, from, to, { sites: hosts, withinSite, discountCommon });
  const relevance = given.relevance?.map((near) => OFF_TOPIC + near);
  const start = new Float64Array(nodes).fill(EVEN / Math.sqrt(Math.max(1, nodes)));
  for (let page = 0; page < last.length; page++) start[page] = (start[page] ?? 0) + (last[page] ?? 0);
  const { authorities, hubs } = hits(graph, { iterations: ITERATIONS, tolerance: TOLERANCE, start, relevance });
  const joined = (weights: Float64Array) =>
    relevance ? weights.map((weight, page) => weight * (relevance[page] ?? 0)) : weights;
  return { hubs, byAuthority: largestFirst(joined(authorities), most), byHub: largestFirst(joined(hubs)) };
}

/** Sorting numbers is much faster than sorting pages by them: only those above the least weight that counts are. */
function largestFirst(weights: Float64Array, most = weights.length): Uint32Array {
  const least = most < weights.length ? (Float64Array.from(weights).sort()[weights.length - most] ?? 0) : 0;
  const pages: number[] = [];
  for (let page = 0; page < weights.length; page++) {
    const weight = weights[page] ?? 0;
    if (weight > 0 && weight >= least) pages.push(page);
  }
  return Uint32Array.from(pages.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b));
}
