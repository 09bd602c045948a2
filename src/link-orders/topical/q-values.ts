/** Visited pages in typed arrays, in the order of their visits, as they go to another thread. */
export interface CrawledPages {
  /** Share of the next page's Q that counts, in [0, 1). */
  readonly discount: number;
  /** Classes of Q, at least 2. */
  readonly classes: number;
  readonly vocabulary: number;
  /** The link of each page: it is not there twice. */
  readonly links: Uint32Array;
  readonly rewards: Float32Array;
  /** How much each page counts in the training. */
  readonly weights: Float32Array;
  /** Text of the link that led to page p: `terms` from `offsets[p]` to `offsets[p + 1]`. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  /** Internal links of page p: `targets` from `targetOffsets[p]` to `targetOffsets[p + 1]`. */
  readonly targetOffsets: Uint32Array;
  readonly targets: Uint32Array;
}

/**
 * Q of the link that led to each page (Ma 2010, §1): the discounted reward that came from following it,
 *
 *     Q(p) = r(p) + gamma max over q of Q(q)
 *
 * over the pages q that p links to and that were visited after it: what could still be earned then. Visits are in one
 * order, so one pass from the last to the first is exact.
 */
export function qValues({ discount, links, rewards, targetOffsets, targets }: CrawledPages): Float64Array {
  const visited = new Map<number, number>();
  for (const [page, link] of links.entries()) visited.set(link, page);
  const values = new Float64Array(links.length);
  for (let page = links.length - 1; page >= 0; page--) {
    let best = 0;
    for (let at = targetOffsets[page] ?? 0; at < (targetOffsets[page + 1] ?? 0); at++) {
      const target = visited.get(targets[at] ?? 0);
      if (target !== undefined && target > page) best = Math.max(best, values[target] ?? 0);
    }
    values[page] = (rewards[page] ?? 0) + discount * best;
  }
  return values;
}
