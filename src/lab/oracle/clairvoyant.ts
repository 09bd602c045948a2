import TinyQueue from 'tinyqueue';
import { inverse, type LabGraph, type Rows } from './graph.ts';

interface ClairvoyantOptions {
  /** Largest number of pages, N. */
  readonly pageLimit: number;
  /** Most unvisited pages on a path that is considered, L; 20 if not given. */
  readonly lookAhead?: number;
}

/** A page that a path leads to. Void where its distance has shrunk since. */
interface Candidate {
  readonly page: number;
  readonly distance: number;
  /** New external links on the path over pages on the path; it may have fallen since. */
  readonly value: number;
}

const compare = (a: Candidate, b: Candidate): number => b.value - a.value || a.distance - b.distance || a.page - b.page;

const FAR = 0x7fffffff;

/**
 * A clairvoyant greedy over links: external links found with n pages, for every n from 0 to the page limit, by a crawl that
 * knows the whole graph. Of all pages within L unvisited pages of what was visited, it takes the one whose shortest path
 * P has the largest
 *
 *     (external links on P that were not found yet) / (pages of P)
 *
 * and visits all of P; ties go to the shorter path, then to the page that link order `level` reaches first. (To visit P's
 * first page only and decide again found no more on any recorded web, and up to 0.4 % less.) A path longer than what is left of the
 * limit is not taken. Where no page within L brings anything it looks twice as far from then on, so that with pages enough
 * it finds all; when nothing is left it stops, and the curve stays level.
 *
 * It is greedy, so it may fall behind the site oracle where N is a large part of the pages. The curve's values below the
 * limit are those of the same crawl.
 *
 * Distances are kept up to date as pages are visited: they only shrink, and each time a page's does, it is offered anew.
 * Values only fall, so a candidate is evaluated again when it comes first (lazy greedy, Minoux 1978).
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
  /** External links that it was the first to bear. */
  readonly found: number;
}

/** The visits of the same crawl, one after the other. */
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
  /** External link to the pages that bear it. */
  readonly #bearers: Rows;
  #lookAhead: number;
  readonly #isVisited: Uint8Array;
  readonly #isFound: Uint8Array;
  /** How many of a page's links were not found yet. */
  readonly #gain: Int32Array;
  /** Unvisited pages on the shortest path to a page, itself included; 0 once it was visited. */
  readonly #distance: Int32Array;
  /** The unvisited page before it on that path; -1 where there is none. */
  readonly #before: Int32Array;
  /** The gains along that path when it was found: links that stand on two of its pages count twice. */
  readonly #bound: Int32Array;
  /** By link, the number of the last path that was seen to bear it. */
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

  /** The best path of at most `left` pages, in the order of its visits; undefined if none in sight brings anything. */
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

  /** Returns how many new external links the page brings. */
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

  /** Looks twice as far. False: that is farther than the pages that are left. */
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

  /** Brings the distances of all pages behind these up to date, as far as the crawl looks. */
  #spread(from: readonly number[]): void {
    for (let wave = from; wave.length > 0; ) {
      const nearer: number[] = [];
      for (const page of wave) this.#pull(page, nearer);
      for (const page of nearer) this.#offer(page);
      wave = nearer;
    }
  }

  /** Collects the page's targets that it is the nearest way to. */
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
    // A path that ends in vain is no better than without its end.
    if (gain > 0) this.#candidates.push({ page, distance, value: bound / distance });
  }
}
