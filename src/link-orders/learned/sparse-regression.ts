import type { OfTokens } from './kept-state.ts';
import { NONE, TOKENS } from './link-features.ts';
import { TokenTable } from './token-table.ts';

/** Length of a step where a feature has not been met. */
const RATE = 0.08;
/** Keeps the first step of a feature finite. */
const LEAST = 1e-2;

const WEIGHT = 0;
/** 1 / sqrt(1 + n), n its examples; 0 where it has none. */
const DOUBT = 1;
/** Sum of the squared errors. */
const SQUARES = 2;
const EXAMPLES = 3;

/**
 * Linear regression on features that are there or not, one example at a time. Each weight has a step of its own, smaller
 * the more often it was moved (AdaGrad: Duchi, Hazan, Singer 2011, "Adaptive subgradient methods").
 */
export class SparseRegression {
  /** Of each feature: `WEIGHT`, `DOUBT`, `SQUARES`, `EXAMPLES`. */
  readonly #learned = new TokenTable();

  predict(features: Float32Array): number {
    let sum = 0;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token !== NONE) sum += this.weight(token);
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
      sum += this.#learned.numbers[this.#learned.of(token) + DOUBT] || 1;
      tokens++;
    }
    return sum / tokens;
  }

  learn(features: Float32Array, target: number): void {
    const error = this.predict(features) - target;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const first = this.#learned.own(token);
      const learned = this.#learned.numbers;
      const squares = (learned[first + SQUARES] ?? 0) + error ** 2;
      const examples = (learned[first + EXAMPLES] ?? 0) + 1;
      learned[first + SQUARES] = squares;
      learned[first + WEIGHT] = (learned[first + WEIGHT] ?? 0) - (RATE * error) / Math.sqrt(LEAST + squares);
      learned[first + EXAMPLES] = examples;
      learned[first + DOUBT] = 1 / Math.sqrt(1 + examples);
    }
  }

  /** What having a feature adds to the prediction. */
  weight(token: number): number {
    return this.#learned.numbers[this.#learned.of(token) + WEIGHT] ?? 0;
  }

  /** Begins with a weight that was learned elsewhere. */
  begin(token: number, weight: number): void {
    const first = this.#learned.own(token);
    this.#learned.numbers[first + WEIGHT] = (this.#learned.numbers[first + WEIGHT] ?? 0) + weight;
  }

  save(): OfTokens {
    return this.#learned.save(EXAMPLES);
  }

  load(kept: OfTokens): void {
    this.#learned.load(kept);
  }
}
