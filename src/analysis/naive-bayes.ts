/** Examples in typed arrays, ready for another thread: example e has terms `offsets[e]` to `offsets[e + 1]`. */
interface ClassExamples {
  readonly classes: number;
  /** Number of terms; terms are numbered from 0. */
  readonly vocabulary: number;
  readonly classOf: Uint8Array;
  /** Weight of each example, above 0. */
  readonly weights: Float32Array;
  readonly offsets: Uint32Array;
  /** Terms of all examples, repeated as often as in the text. */
  readonly terms: Uint32Array;
}

/** Parameters of a trained multinomial naive Bayes classifier. */
export interface ClassModel {
  readonly classes: number;
  readonly vocabulary: number;
  /** Logarithm of the prior, ln P(c), by class. */
  readonly prior: Float64Array;
  /** Logarithm of the likelihood, ln P(term | c), class by class. */
  readonly likelihood: Float32Array;
}

/**
 * Trains multinomial naive Bayes (McCallum & Nigam 1998, "A comparison of event models for naive Bayes text
 * classification"), with Laplace's smoothing:
 *
 *     P(c) = (1 + examples of c) / (classes + examples)
 *     P(w | c) = (1 + occurrences of w in examples of c) / (vocabulary + all words of c)
 */
export function trainClasses({ classes, vocabulary, classOf, weights, offsets, terms }: ClassExamples): ClassModel {
  const prior = new Float64Array(classes).fill(1);
  const counts = new Float64Array(classes * vocabulary).fill(1);
  const totals = new Float64Array(classes).fill(vocabulary);
  let examples = classes;
  for (const [example, own] of classOf.entries()) {
    const weight = weights[example] ?? 0;
    prior[own] = (prior[own] ?? 0) + weight;
    examples += weight;
    for (let at = offsets[example] ?? 0; at < (offsets[example + 1] ?? 0); at++) {
      const place = own * vocabulary + (terms[at] ?? 0);
      counts[place] = (counts[place] ?? 0) + weight;
      totals[own] = (totals[own] ?? 0) + weight;
    }
  }
  const likelihood = new Float32Array(classes * vocabulary);
  for (const [place, count] of counts.entries())
    likelihood[place] = Math.log(count / (totals[Math.floor(place / vocabulary)] ?? 1));
  return { classes, vocabulary, prior: prior.map((of) => Math.log(of / examples)), likelihood };
}

/** Returns P(c | text) of each class; ignores terms that are newer than the training. */
export function classProbabilities({ classes, vocabulary, prior, likelihood }: ClassModel, terms: Iterable<number>) {
  const logs = prior.slice();
  for (const term of terms) {
    if (term >= vocabulary) continue;
    for (let own = 0; own < classes; own++) logs[own] = (logs[own] ?? 0) + (likelihood[own * vocabulary + term] ?? 0);
  }
  const most = Math.max(...logs);
  const odds = logs.map((log) => Math.exp(log - most));
  const sum = odds.reduce((all, one) => all + one, 0);
  return odds.map((one) => one / sum);
}
