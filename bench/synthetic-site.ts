import type { SeenLink, VisitResult } from '../src/frontier/frontier.ts';
import { identityKey } from '../src/url/normalise.ts';

const AS_WRITTEN = { foldCase: false, ignored: new Set<never>() };

/** New links of a page, and links in all. */
export const NEW_LINKS = 10;
const LINKS = 60;

/**
 * An endless site for the benchmark `frontier`: page k (0 is the start page) is the first to link to the pages 10k+1 …
 * 10k+10, and has 50 links to earlier ones. A crawl by level visits pages in the order of k.
 */
export class SyntheticSite {
  readonly origin: string;

  constructor(index: number) {
    this.origin = `http://www.site-${index}.test`;
  }

  /** The path of page k: 58 characters, as addresses of portals have on average. */
  static path(k: number): string {
    return k === 0 ? '/' : `/faculty-of-natural-sciences/department-of-geology/${String(k).padStart(7, '0')}`;
  }

  static pageOf(url: string): number {
    return Number(url.slice(url.lastIndexOf('/') + 1));
  }

  static parent(k: number): number {
    return Math.floor((k - 1) / NEW_LINKS);
  }

  static level(k: number): number {
    return k === 0 ? 0 : 1 + SyntheticSite.level(SyntheticSite.parent(k));
  }

  key(k: number): string {
    return identityKey(new URL(this.origin + SyntheticSite.path(k)), AS_WRITTEN);
  }

  /** Pages that page k links to: the new ones among earlier ones, drawn evenly from the whole site. */
  static targets(k: number, random: () => number): number[] {
    const targets = Array.from({ length: NEW_LINKS }, (_, index) => NEW_LINKS * k + 1 + index);
    const known = new Set<number>();
    const most = Math.min(LINKS - NEW_LINKS, NEW_LINKS * k + 1);
    while (known.size < most) known.add(Math.floor(random() * (NEW_LINKS * k + 1)));
    return [...known, ...targets];
  }

  /** Result of a visit of page k. */
  visit(k: number, random: () => number): VisitResult {
    const links = SyntheticSite.targets(k, random).map((target): SeenLink => {
      const raw = SyntheticSite.path(target);
      const url = this.origin + raw;
      const found = { raw, url, anchor: `Department of Geology, page ${target}`, ...text };
      return { found, isNofollow: false, link: { kind: 'internal', url, key: this.key(target), isFile: false } };
    });
    const address = { url: this.origin + SyntheticSite.path(k), key: this.key(k) };
    const answer = { httpStatus: 200, contentType: 'text/html', title: `Department of Geology, page ${k}` };
    return { askedAt: undefined, outcome: 'page', reason: '', address, canonical: undefined, links, ...answer };
  }
}

/** Text of each link: lengths as in the demo web. */
export const text = {
  context: 'The department of geology studies the rocks of the region and teaches students of all years. '.repeat(2),
  rel: '',
  element: 'a',
  tagPath: 'html body div main section ul li a',
  frame: '',
  technique: 'dom',
  role: 'link',
  method: 'GET',
} as const;

/** mulberry32: the same seed gives the same numbers, evenly from [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
