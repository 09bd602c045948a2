import { type ClassModel, classProbabilities, trainClasses } from '../../analysis/naive-bayes.ts';

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

/** What the future value of a link is told by. */
export interface FutureModel {
  readonly classifier: ClassModel;
  /** Mean Q of each class. */
  readonly means: Float64Array;
  /** Quantiles of what it predicts of the links that it was trained with, from 0 to 100 %. */
  readonly quantiles: Float64Array;
}

/** Q is told apart in steps of this. */
const LEAST = 1e-6;

/**
 * Sorts links into classes by the size of their Q, those of none in one class and the others in classes of equal numbers,
 * and trains a naive Bayes classifier on their texts (Ma 2010, §1; Rennie & McCallum 1999, "Using reinforcement learning
 * to spider the Web efficiently").
 */
export function trainFuture(pages: CrawledPages): FutureModel {
  const values = qValues(pages);
  const { classes, vocabulary, weights, offsets, terms } = pages;
  const positive = values.filter((value) => value > LEAST).sort();
  const classOf = Uint8Array.from(values, (value) => {
    if (value <= LEAST) return 0;
    // Equal values are in one class: that of the middle one of them.
    const middle = (lowerBound(positive, value - LEAST) + lowerBound(positive, value + LEAST)) / 2;
    return 1 + Math.min(classes - 2, Math.floor(((classes - 1) * middle) / positive.length));
  });
  const sums = new Float64Array(classes);
  const counts = new Float64Array(classes);
  for (const [page, own] of classOf.entries()) {
    sums[own] = (sums[own] ?? 0) + (values[page] ?? 0);
    counts[own] = (counts[own] ?? 0) + 1;
  }
  const means = sums.map((sum, own) => sum / Math.max(1, counts[own] ?? 0));
  const classifier = trainClasses({ classes, vocabulary, classOf, weights, offsets, terms });
  const predicted = Float64Array.from(values, (_, page) =>
    futureValue({ classifier, means }, terms.subarray(offsets[page], offsets[page + 1])),
  ).sort();
  const quantiles = Float64Array.from({ length: 101 }, (_, share) => {
    return predicted[Math.round((share / 100) * (predicted.length - 1))] ?? 0;
  });
  return { classifier, means, quantiles };
}

/** The future value of a link with this text: Q(link) = sum over c of P(c | text) Qmean(c) (Ma 2010, §1). */
export function futureValue(
  { classifier, means }: Pick<FutureModel, 'classifier' | 'means'>,
  terms: Uint32Array,
): number {
  const probabilities = classProbabilities(classifier, terms);
  return probabilities.reduce((sum, share, own) => sum + share * (means[own] ?? 0), 0);
}

/** How many of the sorted values are below one. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
