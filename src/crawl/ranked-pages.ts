import { hits } from '../analysis/hits/hits.ts';
import { linkGraph } from '../analysis/hits/link-graph.ts';
import type { Store } from '../storage/open.ts';
import { type CrawledNode, crawledGraph } from '../storage/reports/graphs.ts';

/** Iterations until the weights stay where they are, but on graphs of which two communities are equally strong. */
const ITERATIONS = 100;

export interface RankedPage extends CrawledNode {
  readonly list: 'authorities' | 'hubs';
  /** From 1. */
  readonly rank: number;
  readonly weight: number;
}

interface RankedOptions {
  /** Pages of each list. */
  readonly top: number;
  /** What a link counts for that leads to its own site, in [0, 1]. */
  readonly withinSite: number;
  /** Whether links from k pages of a site to one page count 1/k each, and so do those from one page to k of a site. */
  readonly shared: boolean;
}

/** The best authorities and hubs among the pages of a crawl and those that they link to, by HITS. */
export function rankedPages(store: Store, { top, withinSite, shared }: RankedOptions) {
  const { nodes, from, to, sites } = crawledGraph(store);
  const { authorities, hubs } = hits(linkGraph(nodes.length, from, to, { sites, withinSite, shared }), {
    iterations: ITERATIONS,
  });
  const best = (list: RankedPage['list'], weights: Float64Array) =>
    largest(weights, top, nodes).map((at, place): RankedPage => {
      const { url, site, kind, title } = nodes[at] ?? { url: '', site: null, kind: 'external', title: null };
      return { list, rank: place + 1, weight: weights[at] ?? 0, url, site, kind, title };
    });
  return {
    authorities: best('authorities', authorities),
    hubs: best('hubs', hubs),
    pages: nodes.length,
    links: from.length,
  };
}

/** The nodes with the largest weights, those without any left out; of equal ones first that whose address stands first. */
function largest(weights: Float64Array, top: number, nodes: readonly CrawledNode[]): number[] {
  const weighed = [...weights.keys()].filter((at) => (weights[at] ?? 0) > 0);
  const url = (at: number): string => nodes[at]?.url ?? '';
  weighed.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (url(a) < url(b) ? -1 : 1));
  return weighed.slice(0, top);
}
