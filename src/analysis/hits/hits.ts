import type { LinkGraph } from './link-graph.ts';

interface HitsOptions {
  /** Most iterations: about 20 make the first twenty of each stable (Kleinberg 1999, "Authoritative sources in a hyperlinked environment", JACM 46(5), §3). */
  readonly iterations?: number;
  /** The iteration ends when neither vector moved farther (Euclidean distance); 0: never before. */
  readonly tolerance?: number;
  /** Hub weights to begin with, such as those of the last step; 1 each if not given. What is 0 here, and is not linked with what is not, stays 0. */
  readonly start?: Float64Array | undefined;
  /** What each node's weights count for its neighbours, at least 0: how far it is on the topic (Bharat & Henzinger 1998, §4.2); 1 each if not given. */
  readonly relevance?: Float64Array | undefined;
}

interface HitsWeights {
  /** By node; the squares sum to 1, or all are 0 where there are no links. */
  readonly authorities: Float64Array;
  /** The same. */
  readonly hubs: Float64Array;
  readonly iterations: number;
}

/**
 * Authorities, that good hubs link to, and hubs, that link to good authorities. An iteration is
 *
 *     I: x<p> = sum over q -> p of a(q, p) r(q) y<q>     O: y<p> = sum over p -> q of h(p, q) r(q) x<q>
 *
 * with x authority and y hub weights, a and h what the link counts for and r the relevance of its other end, 1 as a
 * rule; after each the squares of x and of y are scaled to sum to 1 (Kleinberg 1999, §3; Blekanov & Bondarenko).
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

/** I. */
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

/** O. */
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

/** What each node gives to its neighbours. */
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
