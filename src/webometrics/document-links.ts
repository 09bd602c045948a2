import type { Documents, LinkedPages } from './linked-pages.ts';

/** Distinct links between the documents of a model. */
export interface DocumentLinks {
  /** Site number of each document, as in `LinkedPages`. */
  readonly sites: Uint32Array;
  /** Calls `tell` with each distinct pair of linked documents, grouped by source. @param links number of page links */
  bySource(tell: (source: number, target: number, links: number) => void): void;
  /** Calls `tell` with each distinct pair of linked documents, grouped by target. */
  byTarget(tell: (source: number, target: number, links: number) => void): void;
}

/** Returns the distinct pairs of linked documents, without links from a document to itself. */
export function documentLinks({ sites, from, to }: LinkedPages, { count, ofPage }: Documents): DocumentLinks {
  const siteOf = new Uint32Array(count);
  for (let page = 0; page < ofPage.length; page++) siteOf[ofPage[page] ?? 0] = sites[page] ?? 0;
  const each = (ones: Uint32Array, others: Uint32Array, tell: (one: number, other: number, links: number) => void) => {
    const keys = new Float64Array(from.length);
    let kept = 0;
    for (let link = 0; link < from.length; link++) {
      const one = ofPage[ones[link] ?? 0] ?? 0;
      const other = ofPage[others[link] ?? 0] ?? 0;
      if (one !== other) keys[kept++] = one * count + other;
    }
    eachDistinct(keys.subarray(0, kept).sort(), (key, links) => tell(Math.floor(key / count), key % count, links));
  };
  return {
    sites: siteOf,
    bySource: (tell) => each(from, to, tell),
    byTarget: (tell) => each(to, from, (target, source, links) => tell(source, target, links)),
  };
}

/** Calls `tell` once with each number of an ascending list and its number of occurrences. */
export function eachDistinct(sorted: Float64Array, tell: (number: number, times: number) => void): void {
  for (let at = 0; at < sorted.length; ) {
    const number = sorted[at] ?? 0;
    let end = at + 1;
    while (end < sorted.length && sorted[end] === number) end++;
    tell(number, end - at);
    at = end;
  }
}
