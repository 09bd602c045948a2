import TinyQueue from 'tinyqueue';
import { hits, type LinkGraph } from '../../analysis/hits.ts';
import { byBestLists, isMenu, type KnownWeb, type TopicalTexts, UNREAD } from './known-web.ts';

/** Input of HITS. */
interface WebToRank extends ReturnType<KnownWeb['snapshot']> {
  /** Hub weights of the last step, for the pages known at that time. */
  readonly last: Float64Array;
  /** Number of authorities to return. */
  readonly most: number;
  /** Pages in the index, which are excluded from the authorities. */
  readonly indexed: Uint32Array;
  readonly withinSite: number;
  readonly discountCommon: boolean;
  /** Relevance of texts; absent without a topic. */
  readonly texts?: TopicalTexts | undefined;
}

export interface RankedWeb {
  readonly hubs: Float64Array;
  /** Authority weight by page; with a topic, multiplied by relevance. */
  readonly authorities: Float64Array;
  /**
   * Pages with the largest authority weights, largest first; ties by earlier discovery. With a topic, visited pages of
   * the best lists: see known-web.ts.
   */
  readonly byAuthority: Uint32Array;
  /** Pages with a hub weight, largest first. */
  readonly byHub: Uint32Array;
}

/** Iterations of a step. About 20 make the best pages stable (Kleinberg 1999, §3); initial weights save some. */
const ITERATIONS = 20;
/** Largest change of both vectors at convergence. A tenth of it changes the best ten hubs in 1 of 100 cases. */
const TOLERANCE = 1e-3;
/** Share of initial weights that is equal for all pages, so that new communities can emerge. */
const EVEN = 0.1;

/** Relevance of a page without any likeness to the topic. */
const OFF_TOPIC = 0.01;

/**
 * Runs HITS for one step, from the last step's weights. With a topic, a page counts by its relevance (Bharat &
 * Henzinger 1998, "Improved algorithms for topic distillation in a hyperlinked environment", §4.2), and ranks by weight
 * times relevance: the paper leaves joining HITS with text open. HITS selects the links to follow. Visited pages are
 * ranked by the best lists, as HITS would put the tightest community first.
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
 * Returns the known links with weights. A link on k of n linking pages of its host weighs ln((n + 1) / k) / ln(n + 1),
 * or 0 if most pages have it, as in a menu (inverse document frequency, Spärck Jones 1972, for links instead of words).
 * Links within a host are multiplied by `withinSite`.
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

/** Returns the pages with the largest weights above 0, largest first; ties by smaller number. */
function largestFirst(weights: Float64Array, most: number): Uint32Array {
  const isBehind = (one: number, other: number) => (weights[one] ?? 0) - (weights[other] ?? 0) || other - one;
  // Heap with the smallest of the best pages on top.
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
