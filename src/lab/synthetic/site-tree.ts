import type { Random } from '../../domain/random.ts';
import type { SiteSpec, WebKind } from './spec.ts';

/** Tree of links. Pages are numbered breadth first: the start page is 0, and siblings are consecutive. */
export interface SiteTree {
  readonly pages: number;
  /** Page with the first link to a page; 0 for the start page. */
  readonly parents: Int32Array;
  /** First child of each page: the children of p are `firstChild[p]` up to, not including, `firstChild[p + 1]`. */
  readonly firstChild: Int32Array;
}

/** Share of pages without children. */
const LEAVES = 0.5;
/** Exponent of a page's weight in its level, u^-UNEVEN with uniform u: a few index pages have most of the children. */
const UNEVEN = 0.6;

/**
 * Grows a tree of exactly `pages` pages, with at most `levels` levels below the start page. The start page has up to
 * `branching` children.
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

/**
 * Returns the number of pages per level: `branching` at level 1, then growing by a constant factor so that all pages
 * fit.
 */
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

/** Divides `children` among `parents` in order. Returns the cumulative number for each parent. */
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

/** Parameters of the distribution of links over pages. */
type LinkShape = Pick<SiteSpec, 'kind' | 'most' | 'dry' | 'decline' | 'pockets'> & {
  /** Share of links outside pockets on pages of template 0; undefined: random. */
  readonly rich: number | undefined;
};

/** Number of largest pages to choose hubs from, per hub. */
const HUBS_TO_CHOOSE_FROM = 4;

/** Group of pages with a share of the links, in the order in which they get links. */
interface PageGroup {
  readonly share: number;
  readonly pages: readonly number[];
}

/**
 * Returns the number of new external links per page, `links` in total. Lists of links have random lengths by the site's
 * kind. Each list goes to one of the quarters (pockets, rich template, other pages) by their shares: to a page without
 * a list, or to pages with room if all have one.
 *
 * A page's weight in its quarter is (1 + p / after)^-power, with p its position after the dry pages. Draws without
 * replacement, by largest ln(u) / weight (Efraimidis & Spirakis 2006).
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
  /** Puts links on the first pages with room. Returns the number of links left over. */
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
 * Draws the length of a list. University: short, geometric, mean of a quarter of `most`. Institute: long, log-uniform
 * from an eighth of `most` to `most`. Mixed: either.
 */
function listLength(kind: WebKind, most: number, random: Random): number {
  const isShort = kind === 'university' || (kind === 'mixed' && random.chance(0.5));
  const u = 1 - random.unit();
  if (!isShort) return Math.max(1, Math.round(most * 8 ** -u));
  const mean = Math.max(1.01, most / 4);
  return Math.min(most, 1 + Math.floor(Math.log(u) / Math.log(1 - 1 / mean)));
}

function quartersOf(tree: SiteTree, templates: Uint8Array, shape: LinkShape, random: Random): PageGroup[] {
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

/** Returns the children of some of the largest hubs. */
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

/** Draws a quarter by its share; the last one gets rounding errors. */
function chosen(quarters: readonly PageGroup[], random: Random): number {
  let point = random.unit();
  for (const [index, { share }] of quarters.entries()) {
    point -= share;
    if (point < 0) return index;
  }
  return quarters.length - 1;
}
