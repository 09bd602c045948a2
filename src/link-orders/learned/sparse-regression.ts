import type { OfTokens } from './kept-state.ts';
import { NONE, TOKENS } from './link-features.ts';

/** Numbers per token. */
const NUMBERS = 4;
/** Initial capacity; doubles when half full. */
const FIRST = 1024;

/**
 * Hash table of four numbers per token; unknown tokens have zeros. Needs memory for known tokens only: crawls of a few
 * hundred pages have about a hundredth of all tokens.
 */
export class TokenTable {
  /** Rows of numbers, at indices from `of` and `own`. Replaced when `own` grows the table. The first four stay 0. */
  numbers = new Float32Array((FIRST / 2 + 1) * NUMBERS);
  /** Open-addressing table of token + 1; 0: free. */
  #tokens = new Int32Array(FIRST);
  /** Index in `numbers` by table position. */
  #rows = new Int32Array(FIRST);
  #count = 0;

  /** Returns a token's index in `numbers`, for reading. */
  of(token: number): number {
    return this.#rows[this.#placeOf(token)] ?? 0;
  }

  /** Returns a token's index in `numbers`, for writing. May replace `numbers`. */
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

  /** Returns the tokens whose number `met` is not 0. */
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

  /** Returns a token's table position. Tokens are hashes, so the search starts at their lowest bits. */
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

/** Learning rate of a new feature. */
const RATE = 0.08;
/** Limits the first step of a feature. */
const LEAST = 1e-2;

const WEIGHT = 0;
/** 1 / sqrt(1 + n) for n examples; 0 without examples. */
const DOUBT = 1;
/** Sum of squared errors. */
const SQUARES = 2;
const EXAMPLES = 3;

/**
 * Online linear regression on binary features. Each weight has its own learning rate, which falls with each change
 * (AdaGrad: Duchi, Hazan, Singer 2011, "Adaptive subgradient methods").
 */
export class SparseRegression {
  /** Columns by feature: `WEIGHT`, `DOUBT`, `SQUARES`, `EXAMPLES`. */
  readonly #learned = new TokenTable();

  predict(features: Float32Array): number {
    let sum = 0;
    for (let at = 0; at < TOKENS; at++) {
      const token = features[at] ?? NONE;
      if (token !== NONE) sum += this.weight(token);
    }
    return sum;
  }

  /** Returns the doubt about a link, in (0, 1]: mean of 1 / sqrt(1 + n) over its features, with n examples each. */
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

  /** Returns a feature's contribution to the prediction. */
  weight(token: number): number {
    return this.#learned.numbers[this.#learned.of(token) + WEIGHT] ?? 0;
  }

  /** Adds an initial weight from other crawls. */
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
