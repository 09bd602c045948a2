import type { OfTokens } from './kept-state.ts';

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
