import type { KeptRepeats } from './kept-state.ts';
import { BUCKETS, INDEX_PAGES, NONE, SEGMENT, SITE } from './link-features.ts';

/** No repeat, one page before, several. */
const CLASSES = 3;
/** What counts as expected and as come from the start, each in ln(1 + value). */
const PRIOR = 2;
/** What is kept of both at each visit of the class. */
const KEPT = 0.98;
/** What repeats are worth at least, of what is expected. */
const LEAST = 0.1;

/**
 * Pages whose addresses end alike on a site, as translations, versions and copies of a page do: what the first one brought
 * makes the next look good, and often it shows the same external links, which are known by then. So of what is expected
 * of a repeat that share is taken which came of repeats lately, of what was expected of them. Pages of folders, as
 * `index.html`, end alike everywhere and are no repeats.
 *
 *     factor = (2 + sum of ln(1 + value)) / (2 + sum of what was expected), in [0.1, 1]
 */
export class Repeats {
  /** Pages that were read, by site and last segment. */
  readonly #read = new Map<number, number>();
  readonly #expected = new Float64Array(CLASSES).fill(PRIOR);
  readonly #came = new Float64Array(CLASSES).fill(PRIOR);

  /** Share of what is expected of a link that is to be taken; 1 where no page of its site ended so. */
  factor(features: Float32Array): number {
    const repeats = this.#classOf(features);
    if (repeats === 0) return 1;
    return Math.max(LEAST, Math.min(1, (this.#came[repeats] ?? 0) / (this.#expected[repeats] ?? 1)));
  }

  /** A page was read. Both in ln(1 + value). */
  learn(features: Float32Array, expected: number, came: number): void {
    const repeats = this.#classOf(features);
    this.#expected[repeats] = add(this.#expected[repeats], Math.max(0, expected));
    this.#came[repeats] = add(this.#came[repeats], came);
    const key = keyOf(features);
    this.#read.set(key, (this.#read.get(key) ?? 0) + 1);
  }

  save(): KeptRepeats {
    const [keys, reads] = [Float64Array.from(this.#read.keys()), Float64Array.from(this.#read.values())];
    return { keys, reads, expected: this.#expected, came: this.#came };
  }

  load({ keys, reads, expected, came }: KeptRepeats): void {
    for (const [at, key] of keys.entries()) this.#read.set(key, reads[at] ?? 0);
    this.#expected.set(expected);
    this.#came.set(came);
  }

  #classOf(features: Float32Array): number {
    if (INDEX_PAGES.has(features[SEGMENT] ?? NONE)) return 0;
    return Math.min(CLASSES - 1, this.#read.get(keyOf(features)) ?? 0);
  }
}

const add = (sum = PRIOR, value: number): number => PRIOR + KEPT * (sum - PRIOR) + value;

const keyOf = (features: Float32Array): number => (features[SITE] ?? NONE) * BUCKETS + (features[SEGMENT] ?? NONE);
