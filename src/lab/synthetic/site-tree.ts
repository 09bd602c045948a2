import type { Random } from '../../domain/random.ts';

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
