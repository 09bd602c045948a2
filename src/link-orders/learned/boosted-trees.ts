import { inThisThread, type Later, OtherThread } from '../background-work.ts';

/** Trees of one size. Children of node i are 2 i + 1 and 2 i + 2; the leaves are the last level. */
export interface Trees {
  readonly depth: number;
  /** Prediction without any tree. */
  readonly base: number;
  /** Column of each inner node's test. */
  readonly columns: Uint8Array;
  /** Largest value that goes left, by inner node; infinite for a node that does not split. */
  readonly thresholds: Float32Array;
  /** Contribution of each leaf to the prediction. */
  readonly leaves: Float32Array;
}

interface TreesOptions {
  readonly trees: number;
  readonly depth: number;
  /** Learning rate, in (0, 1]. */
  readonly rate: number;
  /** Least number of rows in a leaf. */
  readonly leastRows: number;
  /** Weight, in rows, of the zero that each leaf's mean is drawn to. */
  readonly shrinkage: number;
}

/** Rows of numbers in row order, with a target for each. */
export interface Examples {
  readonly columns: number;
  readonly values: Float32Array;
  readonly targets: Float32Array;
}

/** Most histogram bins per column. */
const BINS = 32;

/**
 * Fits gradient-boosted regression trees under squared loss (Friedman 2001, "Greedy function approximation", algorithm
 * 3) on histograms: each column has at most 32 bins of about equal size; a node splits to reduce the squared error
 * most. Deterministic.
 */
export function fitTrees({ columns, values, targets }: Examples, options: TreesOptions): Trees {
  const { trees, depth, rate, leastRows, shrinkage } = options;
  const rows = targets.length;
  const inner = 2 ** depth - 1;
  const leafCount = 2 ** depth;
  const model = {
    depth,
    base: rows === 0 ? 0 : targets.reduce((sum, target) => sum + target, 0) / rows,
    columns: new Uint8Array(trees * inner),
    thresholds: new Float32Array(trees * inner).fill(Number.POSITIVE_INFINITY),
    leaves: new Float32Array(trees * leafCount),
  };
  const { edges, binned, bins } = bin(columns, values, rows);
  const residuals = targets.map((target) => target - model.base);
  const nodeOf = new Uint16Array(rows);
  for (let tree = 0; tree < trees; tree++) {
    nodeOf.fill(0);
    for (let level = 0; level < depth; level++) {
      const first = 2 ** level - 1;
      const parts = bestSplits(first, 2 ** level, { rows, binned, bins, residuals, nodeOf, leastRows, shrinkage });
      for (const [at, { column, bin: last }] of parts.entries()) {
        const node = first + at;
        if (column < 0) continue;
        model.columns[tree * inner + node] = column;
        model.thresholds[tree * inner + node] = edges[column * BINS + last] ?? Number.POSITIVE_INFINITY;
      }
      for (let row = 0; row < rows; row++) {
        const node = nodeOf[row] ?? 0;
        const { column, bin: last } = parts[node - first] ?? NO_PART;
        const isRight = column >= 0 && (binned[column * rows + row] ?? 0) > last;
        nodeOf[row] = 2 * node + (isRight ? 2 : 1);
      }
    }
    const sums = new Float64Array(leafCount);
    const counts = new Float64Array(leafCount);
    for (let row = 0; row < rows; row++) {
      const leaf = (nodeOf[row] ?? 0) - inner;
      sums[leaf] = (sums[leaf] ?? 0) + (residuals[row] ?? 0);
      counts[leaf] = (counts[leaf] ?? 0) + 1;
    }
    for (let leaf = 0; leaf < leafCount; leaf++)
      model.leaves[tree * leafCount + leaf] = (rate * (sums[leaf] ?? 0)) / ((counts[leaf] ?? 0) + shrinkage);
    for (let row = 0; row < rows; row++)
      residuals[row] = (residuals[row] ?? 0) - (model.leaves[tree * leafCount + (nodeOf[row] ?? 0) - inner] ?? 0);
  }
  return model;
}

/** Returns the prediction for a row. */
export function predict(trees: Trees, row: Float32Array): number {
  const { depth, base, leaves } = trees;
  const leafCount = 2 ** depth;
  let sum = base;
  for (let tree = 0; tree * leafCount < leaves.length; tree++)
    sum += leaves[tree * leafCount + leafOf(trees, tree, row) - (leafCount - 1)] ?? 0;
  return sum;
}

/** Returns the mean prediction of each inner node's examples, tree by tree; NaN for a node without examples. */
export function nodeMeans(trees: Trees, examples: readonly Float32Array[]): Float64Array {
  const { depth, columns, leaves } = trees;
  const inner = 2 ** depth - 1;
  const means = new Float64Array(columns.length);
  const counts = new Float64Array(columns.length);
  for (let tree = 0; tree * inner < columns.length; tree++)
    for (const example of examples) {
      const leaf = leafOf(trees, tree, example);
      const value = leaves[tree * (inner + 1) + leaf - inner] ?? 0;
      for (let node = leaf; node > 0; ) {
        node = (node - 1) >> 1;
        const at = tree * inner + node;
        means[at] = (means[at] ?? 0) + value;
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  return means.map((sum, at) => sum / (counts[at] ?? 0));
}

/** Explanation of a prediction; the sum of both parts is the prediction. */
interface Explained {
  /** Mean prediction for the examples. */
  readonly usual: number;
  /** Contribution of each column to this row's prediction. */
  readonly moved: Float64Array;
}

/**
 * Returns the contribution of each column to a prediction (Saabas 2014, "Interpreting random forests"), along the row's
 * path through each tree:
 *
 *     prediction = mean at the root + sum over splits of (mean below - mean at the split)
 *
 * Each difference is a contribution of the split's column. Skips splits without examples.
 *
 * @param means from `nodeMeans`
 */
export function explain(trees: Trees, means: Float64Array, row: Float32Array): Explained {
  const { depth, base, columns, leaves } = trees;
  const inner = 2 ** depth - 1;
  const moved = new Float64Array(row.length);
  let usual = base;
  for (let tree = 0; tree * inner < columns.length; tree++) {
    const leaf = leafOf(trees, tree, row);
    let below = leaves[tree * (inner + 1) + leaf - inner] ?? 0;
    for (let node = leaf; node > 0; ) {
      node = (node - 1) >> 1;
      const at = tree * inner + node;
      const mean = means[at] ?? Number.NaN;
      if (Number.isNaN(mean)) continue;
      const column = columns[at] ?? 0;
      moved[column] = (moved[column] ?? 0) + below - mean;
      below = mean;
    }
    usual += below;
  }
  return { usual, moved };
}

/** Returns the node index of a row's leaf in a tree. */
function leafOf({ depth, columns, thresholds }: Trees, tree: number, row: Float32Array): number {
  const inner = 2 ** depth - 1;
  const root = tree * inner;
  let node = 0;
  while (node < inner) {
    const isRight = (row[columns[root + node] ?? 0] ?? 0) > (thresholds[root + node] ?? 0);
    node = 2 * node + (isRight ? 2 : 1);
  }
  return node;
}

/** Split of a node: rows with a bin up to `bin` in the column go left. Column -1: no split. */
interface Part {
  readonly column: number;
  readonly bin: number;
}

const NO_PART: Part = { column: -1, bin: 0 };

interface Growing {
  readonly rows: number;
  /** Bins of all rows, column by column. */
  readonly binned: Uint8Array;
  /** Number of bins by column. */
  readonly bins: Uint8Array;
  readonly residuals: Float32Array;
  readonly nodeOf: Uint16Array;
  readonly leastRows: number;
  readonly shrinkage: number;
}

/** Returns the best split of each node of a level. */
function bestSplits(first: number, nodes: number, growing: Growing): Part[] {
  const { rows, binned, bins, residuals, nodeOf, leastRows, shrinkage } = growing;
  const totals = new Float64Array(nodes);
  const counts = new Float64Array(nodes);
  const firstCell = new Uint16Array(rows);
  for (let row = 0; row < rows; row++) {
    const node = (nodeOf[row] ?? 0) - first;
    totals[node] = (totals[node] ?? 0) + (residuals[row] ?? 0);
    counts[node] = (counts[node] ?? 0) + 1;
    firstCell[row] = node * BINS;
  }
  const gains = new Float64Array(nodes).fill(1e-9);
  const parts: Part[] = Array.from({ length: nodes }, () => NO_PART);
  const sums = new Float64Array(nodes * BINS);
  const sizes = new Float64Array(nodes * BINS);
  for (const [column, used] of bins.entries()) {
    // All rows have the same value.
    if (used === 1) continue;
    sums.fill(0);
    sizes.fill(0);
    const start = column * rows;
    for (let row = 0; row < rows; row++) {
      const cell = (firstCell[row] ?? 0) + (binned[start + row] ?? 0);
      sums[cell] = (sums[cell] ?? 0) + (residuals[row] ?? 0);
      sizes[cell] = (sizes[cell] ?? 0) + 1;
    }
    for (let node = 0; node < nodes; node++) {
      const total = totals[node] ?? 0;
      const count = counts[node] ?? 0;
      const whole = (total * total) / (count + shrinkage);
      let left = 0;
      let size = 0;
      for (let cell = 0; cell < used - 1; cell++) {
        left += sums[node * BINS + cell] ?? 0;
        size += sizes[node * BINS + cell] ?? 0;
        if (size < leastRows) continue;
        if (count - size < leastRows) break;
        const right = total - left;
        const gain = (left * left) / (size + shrinkage) + (right * right) / (count - size + shrinkage) - whole;
        if (gain <= (gains[node] ?? 0)) continue;
        gains[node] = gain;
        parts[node] = { column, bin: cell };
      }
    }
  }
  return parts;
}

/**
 * Returns the upper edge of each column's bins except the last, the bins of all rows by column, and the number of bins
 * by column.
 */
function bin(columns: number, values: Float32Array, rows: number) {
  const edges = new Float32Array(columns * BINS).fill(Number.POSITIVE_INFINITY);
  const binned = new Uint8Array(columns * rows);
  const used = new Uint8Array(columns);
  const sorted = new Float32Array(rows);
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) sorted[row] = values[row * columns + column] ?? 0;
    sorted.sort();
    let bins = 0;
    for (let cut = 1; cut < BINS; cut++) {
      const at = Math.floor((cut * rows) / BINS) - 1;
      const edge = sorted[Math.max(0, at)] ?? 0;
      const isLast = edge === sorted[rows - 1];
      if (isLast || (bins > 0 && edge === edges[column * BINS + bins - 1])) continue;
      edges[column * BINS + bins++] = edge;
    }
    used[column] = bins + 1;
    for (let row = 0; row < rows; row++) {
      const value = values[row * columns + column] ?? 0;
      let low = 0;
      for (let high = bins; low < high; ) {
        const middle = (low + high) >>> 1;
        if (value > (edges[column * BINS + middle] ?? 0)) low = middle + 1;
        else high = middle;
      }
      binned[column * rows + row] = low;
    }
  }
  return { edges, binned, bins: used };
}

const SIZE = { trees: 40, depth: 4, rate: 0.15, leastRows: 3, shrinkage: 1 } as const;

export const fit = (examples: Examples): Trees => fitTrees(examples, SIZE);

/** Fits trees in this thread, at the first use. */
export const fitHere = (examples: Examples): Later<Trees> => inThisThread(fit, examples);

const thread = new OtherThread(import.meta.url, 'fit-thread', fit);

/** Fits trees in another thread. */
export const fitInThread = (examples: Examples): Later<Trees> => thread.later(examples);
