import TinyQueue from 'tinyqueue';
import { inverse, type LabGraph, type Rows } from './graph.ts';

interface ClairvoyantOptions {
  /** Page limit, N. */
  readonly pageLimit: number;
  /** Most unvisited pages on a path, L; default 20. */
  readonly lookAhead?: number;
}

/** End of a path. Outdated if the page's distance has shrunk since. */
interface Candidate {
  readonly page: number;
  readonly distance: number;
  /** New external links per page of the path; may have fallen since. */
  readonly value: number;
}

const compare = (a: Candidate, b: Candidate): number => b.value - a.value || a.distance - b.distance || a.page - b.page;

const FAR = 0x7fffffff;

/**
 * Returns the external links found with n pages, n from 0 to the page limit, by a greedy crawl that knows the whole
 * graph. Visits the path P to a page within L unvisited pages that has the largest
 *
 *     (external links on P that were not found yet) / (pages of P)
 *
 * with ties to the shorter path, then to the page that link order `level` visits first. (Visiting only P's first page
 * before deciding again found no more on any recorded web, and up to 0.4 % less.) Skips paths longer than the pages
 * left. Doubles L when no page within L has new links, so the crawl finds all links with enough pages. After that the
 * curve is constant.
 *
 * May find less than the site oracle if N is a large part of all pages. Values below the limit are those of the same
 * crawl.
 *
 * Distances only shrink; a page with a shorter distance becomes a candidate again. Values only fall, so candidates are
 * evaluated when they are first in the queue (lazy greedy, Minoux 1978).
 */
export function clairvoyant(graph: LabGraph, options: ClairvoyantOptions): Int32Array {
  const curve = new Int32Array(options.pageLimit + 1);
  let pages = 0;
  for (const { found } of clairvoyantVisits(graph, options)) {
    pages++;
    curve[pages] = (curve[pages - 1] ?? 0) + found;
  }
  return curve.fill(curve[pages] ?? 0, pages);
}

interface ClairvoyantVisit {
  readonly page: number;
  /** External links found first on this page. */
  readonly found: number;
}

/** Yields the visits of the crawl in order. */
export function* clairvoyantVisits(
  graph: LabGraph,
  { pageLimit, lookAhead = 20 }: ClairvoyantOptions,
): Generator<ClairvoyantVisit> {
  const crawl = new ClairvoyantCrawl(graph, lookAhead);
  for (let pages = 0; pages < pageLimit; ) {
    const path = crawl.best(pageLimit - pages);
    for (const page of path ?? []) yield { page, found: crawl.visit(page) };
    if (path) pages += path.length;
    else if (!crawl.lookFurther(pageLimit - pages)) return;
  }
}

class ClairvoyantCrawl {
  readonly #targets: Rows;
  readonly #links: Rows;
  /** Pages with each external link. */
  readonly #bearers: Rows;
  #lookAhead: number;
  readonly #isVisited: Uint8Array;
  readonly #isFound: Uint8Array;
  /** Number of a page's links that were not found yet. */
  readonly #gain: Int32Array;
  /** Unvisited pages on the shortest path to a page, with the page; 0 for visited pages. */
  readonly #distance: Int32Array;
  /** Unvisited page before a page on that path; -1: none. */
  readonly #before: Int32Array;
  /** Gain of that path at its discovery; links on several of its pages count several times. */
  readonly #bound: Int32Array;
  /** Number of the last path with a link, by link. */
  readonly #seenOn: Int32Array;
  #paths = 0;
  readonly #candidates = new TinyQueue<Candidate>([], compare);

  constructor(graph: LabGraph, lookAhead: number) {
    this.#targets = graph.targets;
    this.#links = graph.links;
    this.#bearers = inverse(graph.links, graph.externals);
    this.#lookAhead = lookAhead;
    this.#isVisited = new Uint8Array(graph.pages);
    this.#isFound = new Uint8Array(graph.externals);
    this.#gain = Int32Array.from(
      { length: graph.pages },
      (_, page) => (graph.links.offsets[page + 1] ?? 0) - (graph.links.offsets[page] ?? 0),
    );
    this.#distance = new Int32Array(graph.pages).fill(FAR);
    this.#before = new Int32Array(graph.pages).fill(-1);
    this.#bound = new Int32Array(graph.pages);
    this.#seenOn = new Int32Array(graph.externals);
    const starts = [...graph.starts];
    for (const page of starts) {
      this.#distance[page] = 1;
      this.#offer(page);
    }
    this.#spread(starts);
  }

  /** Returns the pages of the best path with at most `left` pages; undefined if none has new links. */
  best(left: number): number[] | undefined {
    for (let top = this.#candidates.pop(); top; top = this.#candidates.pop()) {
      const { page, distance } = top;
      if (this.#distance[page] !== distance || distance > left) continue;
      const path = this.#pathTo(page);
      const value = this.#newLinksOn(path) / distance;
      if (value === 0) continue;
      const now = { page, distance, value };
      const next = this.#candidates.peek();
      if (!next || compare(now, next) < 0) return path;
      this.#candidates.push(now);
    }
    return undefined;
  }

  /** Returns the number of new external links on the page. */
  visit(page: number): number {
    this.#isVisited[page] = 1;
    this.#distance[page] = 0;
    let found = 0;
    const { offsets, items } = this.#links;
    for (let at = offsets[page] ?? 0, end = offsets[page + 1] ?? 0; at < end; at++) {
      const link = items[at] ?? 0;
      if (this.#isFound[link] === 1) continue;
      this.#isFound[link] = 1;
      found++;
      this.#takeFromBearers(link);
    }
    this.#spread([page]);
    return found;
  }

  /** Doubles the look-ahead. Returns false if it exceeds the pages left. */
  lookFurther(left: number): boolean {
    if (this.#lookAhead >= left) return false;
    const edge: number[] = [];
    for (const [page, distance] of this.#distance.entries()) if (distance === this.#lookAhead) edge.push(page);
    this.#lookAhead *= 2;
    this.#spread(edge);
    return true;
  }

  #pathTo(last: number): number[] {
    const path: number[] = [];
    for (let page = last; page >= 0; page = this.#before[page] ?? -1) path.push(page);
    return path.reverse();
  }

  #newLinksOn(path: readonly number[]): number {
    const { offsets, items } = this.#links;
    this.#paths++;
    let found = 0;
    for (const page of path) {
      if (this.#gain[page] === 0) continue;
      for (let at = offsets[page] ?? 0, end = offsets[page + 1] ?? 0; at < end; at++) {
        const link = items[at] ?? 0;
        if (this.#isFound[link] === 1 || this.#seenOn[link] === this.#paths) continue;
        this.#seenOn[link] = this.#paths;
        found++;
      }
    }
    return found;
  }

  #takeFromBearers(link: number): void {
    const { offsets, items } = this.#bearers;
    for (let at = offsets[link] ?? 0, end = offsets[link + 1] ?? 0; at < end; at++) {
      const page = items[at] ?? 0;
      this.#gain[page] = (this.#gain[page] ?? 0) - 1;
    }
  }

  /** Updates the distances of pages behind these, up to the look-ahead. */
  #spread(from: readonly number[]): void {
    for (let wave = from; wave.length > 0; ) {
      const nearer: number[] = [];
      for (const page of wave) this.#pull(page, nearer);
      for (const page of nearer) this.#offer(page);
      wave = nearer;
    }
  }

  /** Collects the page's targets whose shortest path now includes this page. */
  #pull(page: number, nearer: number[]): void {
    const distance = (this.#distance[page] ?? FAR) + 1;
    if (distance > this.#lookAhead) return;
    const before = this.#isVisited[page] === 1 ? -1 : page;
    const { offsets, items } = this.#targets;
    for (let at = offsets[page] ?? 0, end = offsets[page + 1] ?? 0; at < end; at++) {
      const target = items[at] ?? 0;
      if ((this.#distance[target] ?? 0) <= distance) continue;
      this.#distance[target] = distance;
      this.#before[target] = before;
      nearer.push(target);
    }
  }

  #offer(page: number): void {
    const gain = this.#gain[page] ?? 0;
    const before = this.#before[page] ?? -1;
    const distance = this.#distance[page] ?? FAR;
    const bound = gain + (before < 0 ? 0 : (this.#bound[before] ?? 0));
    this.#bound[page] = bound;
    // Skips paths whose last page has no gain: a shorter path is as good.
    if (gain > 0) this.#candidates.push({ page, distance, value: bound / distance });
  }
}
