import { BUCKETS, NONE, TOKENS } from './link-features.ts';

/** Length of a step where a feature has not been met. */
const RATE = 0.08;
/** Keeps the first step of a feature finite. */
const LEAST = 1e-2;

/**
 * Linear regression on features that are there or not, one example at a time. Each weight has a step of its own, smaller
 * the more often it was moved (AdaGrad: Duchi, Hazan, Singer 2011, "Adaptive subgradient methods").
 */
export class SparseRegression {
  readonly #weights = new Float32Array(BUCKETS);
  readonly #squares = new Float32Array(BUCKETS);
  readonly #examples = new Float32Array(BUCKETS);

  predict(features: Float32Array): number {
    let sum = 0;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token !== NONE) sum += this.#weights[token] ?? 0;
    }
    return sum;
  }

  /** How little is known of a link, in (0, 1]: the mean of 1 / sqrt(1 + n) over its features, n examples that had them. */
  doubt(features: Float32Array): number {
    let sum = 0;
    let tokens = 0;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      sum += 1 / Math.sqrt(1 + (this.#examples[token] ?? 0));
      tokens++;
    }
    return sum / tokens;
  }

  learn(features: Float32Array, target: number): void {
    const error = this.predict(features) - target;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const squares = (this.#squares[token] ?? 0) + error ** 2;
      this.#squares[token] = squares;
      this.#weights[token] = (this.#weights[token] ?? 0) - (RATE * error) / Math.sqrt(LEAST + squares);
      this.#examples[token] = (this.#examples[token] ?? 0) + 1;
    }
  }

  /** What having a feature adds to the prediction. */
  weight(token: number): number {
    return this.#weights[token] ?? 0;
  }

  /** Begins with a weight that was learned elsewhere. */
  begin(token: number, weight: number): void {
    this.#weights[token] = (this.#weights[token] ?? 0) + weight;
  }
}
