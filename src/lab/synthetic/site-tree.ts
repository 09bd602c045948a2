import type { Random } from '../../domain/random.ts';
import type { SiteSpec, WebKind } from './spec.ts';

/** Which page leads to which. Pages are numbered breadth first: the start page is 0, and the children of a page follow each other. */
export interface SiteTree {
  readonly pages: number;
  /** The page that a page is found on first; 0 for the start page. */
  readonly parents: Int32Array;
  /** The children of page p are `firstChild[p]` up to, not including, `firstChild[p + 1]`. */
  readonly firstChild: Int32Array;
}

/** Share of pages that lead to no page of their own. */
const LEAVES = 0.5;
/** Weight of a page among those of its level is u^-UNEVEN, u uniform: a few index pages have most of the children. */
const UNEVEN = 0.6;

/**
 * A tree of exactly `pages` pages with at most `levels` levels below the start page, which has `branching` children, or
 * as many as there are.
 */
export function growTree(pages: number, levels: number, branching: number, random: Random): SiteTree {
  const sizes = levelSizes(pages, levels, branching);
  const parents = new Int32Array(pages);
  const firstChild = new Int32Array(pages + 1).fill(pages);
  let parent = 0;
  let child = 1;
  for (const [level, size] of sizes.entries()) {
    const children = sizes[level + 1] ?? 0;
    const ends = divide(children, size, random);
    const [from, first] = [parent, child];
    for (; parent < from + size; parent++) {
      firstChild[parent] = child;
      for (const end = first + (ends[parent - from] ?? 0); child < end; child++) parents[child] = parent;
    }
  }
  return { pages, parents, firstChild };
}

/** Pages of each level: `branching` at level 1, and g times as many from level to level, g such that all have their place. */
function levelSizes(pages: number, levels: number, branching: number): number[] {
  const rest = pages - 1;
  if (rest === 0) return [1];
  if (levels === 1 || rest <= branching) return [1, rest];
  const upTo = (level: number, growth: number): number => {
    let sum = 0;
    for (let power = level; power > 0; power--) sum = branching + growth * sum;
    return sum;
  };
  let [low, high] = [0, rest];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (upTo(levels, middle) < rest) low = middle;
    else high = middle;
  }
  const sizes = [1];
  let placed = 0;
  for (let level = 1; level <= levels; level++) {
    const end = level === levels ? rest : Math.min(rest, Math.round(upTo(level, high)));
    if (end > placed) sizes.push(end - placed);
    placed = end;
  }
  return sizes;
}

/** Divides `children` among `parents` in order; returns how many the first ones have together, for each. */
function divide(children: number, parents: number, random: Random): Int32Array {
  const sums = new Float64Array(parents);
  let sum = 0;
  for (let index = 0; index < parents; index++) {
    if (!random.chance(LEAVES)) sum += (1 - random.unit()) ** -UNEVEN;
    sums[index] = sum;
  }
  const ends = Int32Array.from(sums, (upTo) => (sum === 0 ? 0 : Math.floor((upTo / sum) * children)));
  ends[parents - 1] = children;
  return ends;
}

/** What decides on which pages links stand. */
type LinkShape = Pick<SiteSpec, 'kind' | 'most' | 'dry' | 'decline' | 'pockets'> & {
  /** The share of links on pages of template 0, as far as they stand in no pocket; undefined: as chance has it. */
  readonly rich: number | undefined;
};

/** Hubs are chosen among so many times as many of the pages that lead to most. */
const HUBS_TO_CHOOSE_FROM = 4;

/** Pages that have a share of the links in common, those first that come to have links first. */
interface Quarter {
  readonly share: number;
  readonly pages: readonly number[];
}

/**
 * How many external links are seen first on each page, `links` in all, by page: lists of links, their lengths drawn by the
 * site's kind. Each list goes to one of the site's quarters (pockets, the rich template, the rest) by their shares, and
 * there to a page that has none yet; where each has one, to those that have room.
 *
 * Within its quarter a page's chance is (1 + p / after)^-power, p its place behind the dry pages: pages are drawn without
 * being put back, by the largest ln(u) / weight (Efraimidis & Spirakis 2006).
 */
export function placeLinks(
  links: number,
  tree: SiteTree,
  templates: Uint8Array,
  shape: LinkShape,
  random: Random,
): Int32Array {
  const counts = new Int32Array(tree.pages);
  const quarters = quartersOf(tree, templates, shape, random);
  const all = quarters.flatMap(({ pages }) => pages);
  const free = quarters.map(() => 0);
  let left = links;
  /** Puts links on the first pages that have room; returns how many had none. */
  const fill = (pages: readonly number[], wanted: number): number => {
    let rest = wanted;
    for (const page of pages) {
      if (rest === 0) break;
      const more = Math.min(rest, shape.most - (counts[page] ?? 0));
      counts[page] = (counts[page] ?? 0) + more;
      rest -= more;
    }
    return rest;
  };
  while (left > 0) {
    const length = Math.min(left, listLength(shape.kind, shape.most, random));
    const index = chosen(quarters, random);
    const pages = quarters[index]?.pages ?? [];
    const place = free[index] ?? 0;
    const page = pages[place];
    free[index] = place + 1;
    fill(all, fill(page === undefined ? pages : [page], length));
    left -= length;
  }
  return counts;
}

/**
 * Links of a list. University: few, geometric with a mean of a quarter of the most. Institute: very many, log-uniform
 * from an eighth of the most to the most. Mixed: one or the other.
 */
function listLength(kind: WebKind, most: number, random: Random): number {
  const isShort = kind === 'university' || (kind === 'mixed' && random.chance(0.5));
  const u = 1 - random.unit();
  if (!isShort) return Math.max(1, Math.round(most * 8 ** -u));
  const mean = Math.max(1.01, most / 4);
  return Math.min(most, 1 + Math.floor(Math.log(u) / Math.log(1 - 1 / mean)));
}

function quartersOf(tree: SiteTree, templates: Uint8Array, shape: LinkShape, random: Random): Quarter[] {
  const { rich, pockets, dry, decline } = shape;
  const pocket = pockets.hubs > 0 ? pocketPages(tree, shape, random) : new Set<number>();
  const pages: [pocket: number[], rich: number[], rest: number[]] = [[], [], []];
  const keys = new Float64Array(tree.pages);
  for (let page = dry; page < tree.pages; page++) {
    keys[page] = Math.log(1 - random.unit()) * (1 + (page - dry) / decline.after) ** decline.power;
    const isRich = rich !== undefined && templates[page] === 0;
    pages[pocket.has(page) ? 0 : isRich ? 1 : 2].push(page);
  }
  for (const quarter of pages) quarter.sort((a, b) => (keys[b] ?? 0) - (keys[a] ?? 0));
  const inPockets = pocket.size > 0 ? pockets.share : 0;
  const shares = [inPockets, (rich ?? 0) * (1 - inPockets), (1 - (rich ?? 0)) * (1 - inPockets)];
  return pages.map((quarter, index) => ({ pages: quarter, share: shares[index] ?? 0 }));
}

/** The children of some of the pages that lead to most. */
function pocketPages(tree: SiteTree, { pockets, dry }: LinkShape, random: Random): ReadonlySet<number> {
  const size = (page: number) => (tree.firstChild[page + 1] ?? 0) - (tree.firstChild[page] ?? 0);
  const hubs: number[] = [];
  for (let page = 1; page < tree.pages; page++)
    if (size(page) > 1 && (tree.firstChild[page] ?? 0) >= dry) hubs.push(page);
  hubs.sort((a, b) => size(b) - size(a) || a - b);
  const pages = new Set<number>();
  for (const hub of random.sample(hubs.slice(0, HUBS_TO_CHOOSE_FROM * pockets.hubs), pockets.hubs))
    for (let page = tree.firstChild[hub] ?? 0; page < (tree.firstChild[hub + 1] ?? 0); page++) pages.add(page);
  return pages;
}

/** A quarter by its share; the last one takes what rounding leaves. */
function chosen(quarters: readonly Quarter[], random: Random): number {
  let point = random.unit();
  for (const [index, { share }] of quarters.entries()) {
    point -= share;
    if (point < 0) return index;
  }
  return quarters.length - 1;
}
