import type { Documents, LinkedPages } from './linked-pages.ts';

/** The links between the documents of a model, each once. */
export interface DocumentLinks {
  /** By document: its site, as `LinkedPages` has it. */
  readonly sites: Uint32Array;
  /** Calls back with each distinct pair of documents that are linked, all of one source together. @param links page links that it stands for */
  bySource(tell: (source: number, target: number, links: number) => void): void;
  /** The same, all of one target together. */
  byTarget(tell: (source: number, target: number, links: number) => void): void;
}

/** The links of a model: distinct pairs of a source and a target document; a document's links to itself are none. */
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

/** Calls back with each number of an ascending list once, and how often it is there. */
export function eachDistinct(sorted: Float64Array, tell: (number: number, times: number) => void): void {
  for (let at = 0; at < sorted.length; ) {
    const number = sorted[at] ?? 0;
    let end = at + 1;
    while (end < sorted.length && sorted[end] === number) end++;
    tell(number, end - at);
    at = end;
  }
}
