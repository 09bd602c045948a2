import TinyQueue from 'tinyqueue';
import { hits, type LinkGraph } from '../../analysis/hits.ts';
import { byBestLists, isMenu, type KnownWeb, type TopicalTexts, UNREAD } from './known-web.ts';

/** What HITS is to rank. */
interface WebToRank extends ReturnType<KnownWeb['snapshot']> {
  /** Hub weights of the last step, of the pages that were known then. */
  readonly last: Float64Array;
  /** Authorities that are asked for, … */
  readonly most: number;
  /** … and pages that are not to be among them. */
  readonly indexed: Uint32Array;
  readonly withinSite: number;
  readonly discountCommon: boolean;
  /** Not given where there is no topic. */
  readonly texts?: TopicalTexts | undefined;
}

export interface RankedWeb {
  readonly hubs: Float64Array;
  /** By page, the authority weight; with a topic times the relevance. */
  readonly authorities: Float64Array;
  /**
   * The pages of the largest authority weights, those without any left out, the largest first; of equal ones that which
   * was found earlier. With a topic the visited pages of the best lists: see known-web.ts.
   */
  readonly byAuthority: Uint32Array;
  /** All pages that have a hub weight, in the same way. */
  readonly byHub: Uint32Array;
}

/** Iterations of a step: about 20 make the best of each stable (Kleinberg 1999, §3); weights to begin with save some. */
const ITERATIONS = 20;
/** Both vectors moved less: with a tenth of it the best ten hubs are the same in 99 of 100 cases. */
const TOLERANCE = 1e-3;
/** How much of the first weights is the same for all pages, so that new communities may come up. */
const EVEN = 0.1;

/** What a page counts for of whose text nothing is near to the topic. */
const OFF_TOPIC = 0.01;

/**
 * HITS of one step, warm from the last one's weights. With a topic each page counts for its neighbours as far as it is near
 * to the topic (Bharat & Henzinger 1998, "Improved algorithms for topic distillation in a hyperlinked environment", §4.2),
 * and is ranked by its weight times that: the joining of HITS with the text that the paper names as open. That tells
 * which links to follow; of what was visited the tightest community would come first, so that the best lists rank it.
 */
export function rankWeb(given: WebToRank): RankedWeb {
  const { nodes, last, most, indexed, texts, folders } = given;
  const relevance = texts?.relevance.map((near) => OFF_TOPIC + near);
  const graph = weighedGraph(given);
  const start = new Float64Array(nodes).fill(EVEN / Math.sqrt(Math.max(1, nodes)));
  for (let page = 0; page < last.length; page++) start[page] = (start[page] ?? 0) + (last[page] ?? 0);
  const { authorities, hubs } = hits(graph, { iterations: ITERATIONS, tolerance: TOLERANCE, start, relevance });
  const joined = (weights: Float64Array) =>
    relevance ? weights.map((weight, page) => weight * (relevance[page] ?? 0)) : weights;
  const ranked = joined(authorities);
  const results = texts
    ? byBestLists(graph, folders, texts).map((weight, page) => (texts.titles[page] === UNREAD ? 0 : weight))
    : Float64Array.from(ranked);
  for (const page of indexed) results[page] = 0;
  const lists = { byAuthority: largestFirst(results, most), byHub: largestFirst(joined(hubs), nodes) };
  return { hubs, authorities: ranked, ...lists };
}

/**
 * The known links. Those that many pages of a host have count less: of n visited pages of the host that have links k have this
 * one: ln((n + 1) / k) / ln(n + 1), 1 where one has it (inverse document frequency, Spärck Jones 1972, of links in place of
 * words), and 0 where most have it, as they have those of menus. Those within a host count `withinSite` of that.
 */
function weighedGraph({ nodes, sources, offsets, targets, withinSite, discountCommon, ...web }: WebToRank): LinkGraph {
  if (withinSite === 1 && !discountCommon) return { nodes, sources, offsets, targets, weights: undefined };
  const { pairs, pairHosts, pairTargets, pairCounts, hosts, linking } = web;
  const logarithms = Float64Array.from(linking, (pages) => Math.log(pages + 1));
  const rarity = (host: number, count: number): number => {
    if (!discountCommon || count === 1) return 1;
    return isMenu(count, linking[host] ?? 0) ? 0 : 1 - Math.log(count) / (logarithms[host] ?? 1);
  };
  const ofPairs = new Float32Array(pairHosts.length);
  for (let pair = 0; pair < ofPairs.length; pair++) {
    const host = pairHosts[pair] ?? 0;
    const isWithin = hosts[pairTargets[pair] ?? 0] === host;
    ofPairs[pair] = rarity(host, pairCounts[pair] ?? 1) * (isWithin ? withinSite : 1);
  }
  const counted = { offsets: new Uint32Array(offsets.length), targets: new Uint32Array(targets.length) };
  const weights = new Float32Array(targets.length);
  let kept = 0;
  for (let row = 0; row < sources.length; row++) {
    const end = offsets[row + 1] ?? 0;
    for (let link = offsets[row] ?? 0; link < end; link++) {
      const weight = ofPairs[pairs[link] ?? 0] ?? 0;
      if (weight === 0) continue;
      counted.targets[kept] = targets[link] ?? 0;
      weights[kept++] = weight;
    }
    counted.offsets[row + 1] = kept;
  }
  return { nodes, sources, ...counted, weights: { authority: weights, hub: weights } };
}

/** The pages of the largest weights, those without any left out, the largest first; of equal ones the smaller number. */
function largestFirst(weights: Float64Array, most: number): Uint32Array {
  const isBehind = (one: number, other: number) => (weights[one] ?? 0) - (weights[other] ?? 0) || other - one;
  // The least of those that were the best up to here comes first.
  const best = new TinyQueue<number>([], isBehind);
  const pages: number[] = [];
  for (let page = 0; page < weights.length; page++) {
    const weight = weights[page] ?? 0;
    if (weight === 0) continue;
    if (most >= weights.length) pages.push(page);
    else if (best.length < most) best.push(page);
    else if (weight > (weights[best.peek() ?? 0] ?? 0)) {
      best.pop();
      best.push(page);
    }
  }
  return Uint32Array.from([...pages, ...best.data].sort((a, b) => isBehind(b, a)));
}
