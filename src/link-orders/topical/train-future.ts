import { type ClassModel, classProbabilities, trainClasses } from '../../analysis/naive-bayes.ts';

/** Visited pages as typed arrays for another thread, in the order of visits. */
export interface CrawledPages {
  /** Discount of the next page's Q, in [0, 1). */
  readonly discount: number;
  /** Number of classes of Q, at least 2. */
  readonly classes: number;
  readonly vocabulary: number;
  /** Link of each page, without duplicates. */
  readonly links: Uint32Array;
  readonly rewards: Float32Array;
  /** Training weight of each page. */
  readonly weights: Float32Array;
  /** Text of the link to page p: `terms` from `offsets[p]` to `offsets[p + 1]`. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  /** Internal links of page p: `targets` from `targetOffsets[p]` to `targetOffsets[p + 1]`. */
  readonly targetOffsets: Uint32Array;
  readonly targets: Uint32Array;
}

/**
 * Returns Q of the link to each page (Ma 2010, §1), the discounted reward of following the link:
 *
 *     Q(p) = r(p) + gamma max over q of Q(q)
 *
 * over the pages q linked on p and visited later. One pass from the last visit to the first is exact.
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

/** Model of the future value of links. */
export interface FutureModel {
  readonly classifier: ClassModel;
  /** Mean Q of each class. */
  readonly means: Float64Array;
  /** Percentiles, 0 to 100, of the predictions for the training links. */
  readonly quantiles: Float64Array;
}

/** Least difference between two values of Q. */
const LEAST = 1e-6;

/**
 * Trains a naive Bayes classifier on link texts (Ma 2010, §1; Rennie & McCallum 1999, "Using reinforcement learning to
 * spider the Web efficiently"). Links with Q = 0 are one class, the others are in classes of equal size by Q.
 */
export function trainFuture(pages: CrawledPages): FutureModel {
  const values = qValues(pages);
  const { classes, vocabulary, weights, offsets, terms } = pages;
  const positive = values.filter((value) => value > LEAST).sort();
  const classOf = Uint8Array.from(values, (value) => {
    if (value <= LEAST) return 0;
    // Puts equal values into one class, by the middle one.
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

/** Returns the future value of a link: Q(link) = sum over c of P(c | text) Qmean(c) (Ma 2010, §1). */
export function futureValue(
  { classifier, means }: Pick<FutureModel, 'classifier' | 'means'>,
  terms: Uint32Array,
): number {
  const probabilities = classProbabilities(classifier, terms);
  return probabilities.reduce((sum, share, own) => sum + share * (means[own] ?? 0), 0);
}

/** Returns the number of sorted values below a value. */
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
