import type { OfTokens } from './kept-state.ts';
import { NONE, TOKENS } from './link-features.ts';

/** Numbers of each token. */
const NUMBERS = 4;
/** Places at first; doubled where more than half of them are taken. */
const FIRST = 1024;

/**
 * Four numbers of each token that was written, all 0 of any other. They stand side by side, as they are read together. It
 * takes memory of what was met only: crawls of a few hundred pages meet a hundredth of all tokens.
 */
export class TokenTable {
  /** Read at `of(token)`, written at `own(token)`; another after `own`. The first four stay 0. */
  numbers = new Float32Array((FIRST / 2 + 1) * NUMBERS);
  /** Token + 1 at the first place that is free from its own on; 0: free. */
  #tokens = new Int32Array(FIRST);
  /** Where the numbers of each of them stand. */
  #rows = new Int32Array(FIRST);
  #count = 0;

  /** Where a token's numbers are read. */
  of(token: number): number {
    return this.#rows[this.#placeOf(token)] ?? 0;
  }

  /** Where a token's numbers are written, too. */
  own(token: number): number {
    const place = this.#placeOf(token);
    const row = this.#rows[place] ?? 0;
    if (row > 0) return row;
    if (2 * this.#count >= this.#tokens.length) {
      this.#grow();
      return this.own(token);
    }
    this.#tokens[place] = token + 1;
    const own = ++this.#count * NUMBERS;
    this.#rows[place] = own;
    return own;
  }

  /** Those tokens whose number `met` is not 0. */
  save(met: number): OfTokens {
    const tokens = this.#tokens.filter((one) => one > 0 && this.numbers[this.of(one - 1) + met] !== 0).sort();
    const numbers = new Float32Array(tokens.length * NUMBERS);
    for (const [at, one] of tokens.entries()) {
      const row = this.of(one - 1);
      numbers.set(this.numbers.subarray(row, row + NUMBERS), at * NUMBERS);
    }
    return { tokens: Uint32Array.from(tokens, (one) => one - 1), numbers };
  }

  load({ tokens, numbers }: OfTokens): void {
    for (const [at, token] of tokens.entries()) {
      const row = this.own(token);
      this.numbers.set(numbers.subarray(at * NUMBERS, (at + 1) * NUMBERS), row);
    }
  }

  /** Tokens are hashes: each begins to be looked for at its last digits. */
  #placeOf(token: number): number {
    const mask = this.#tokens.length - 1;
    let place = token & mask;
    for (let one = this.#tokens[place]; one !== 0 && one !== token + 1; one = this.#tokens[place])
      place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [tokens, rows] = [this.#tokens, this.#rows];
    this.#tokens = new Int32Array(2 * tokens.length);
    this.#rows = new Int32Array(2 * tokens.length);
    for (const [at, one] of tokens.entries()) {
      if (one === 0) continue;
      const place = this.#placeOf(one - 1);
      this.#tokens[place] = one;
      this.#rows[place] = rows[at] ?? 0;
    }
    const numbers = new Float32Array((tokens.length + 1) * NUMBERS);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}

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
