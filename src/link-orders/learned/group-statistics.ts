import type { OfTokens } from './kept-state.ts';
import { classAt, type Feature, GROUPS, MEASURES, NONE, SECTIONS, type Section, SITE } from './link-features.ts';
import { TokenTable } from './sparse-regression.ts';

/** Weight of the coarser group's mean, in examples. */
const PRIOR = 2;

const PER_GROUP = 3;
const PER_WORDS = 3;

const COUNT = 0;
const REWARDS = 1;
const VALUES = 2;

/** Number of columns in a row. */
export const COLUMNS = PER_GROUP * GROUPS.length + 2 * PER_WORDS + MEASURES.length;

/** Returns the link feature behind a column. */
export function featureOfColumn(column: number): Feature {
  const ofWords = column - PER_GROUP * GROUPS.length;
  if (ofWords < 0) return Math.floor(column / PER_GROUP);
  if (ofWords < PER_WORDS) return 'anchorWords';
  return ofWords < 2 * PER_WORDS ? 'urlWords' : classAt(ofWords - 2 * PER_WORDS);
}

/**
 * Statistics of visited links by group and word: count, and means of ln(1 + reward) and ln(1 + value). Each mean is
 * drawn to that of the coarser group, with the weight of two examples.
 */
export class GroupStatistics {
  /** Columns by group and word: `COUNT`, `REWARDS`, `VALUES`. */
  readonly #sums = new TokenTable();

  /** Adds a visited link. Both values are logarithms. */
  add(features: Float32Array, reward: number, value: number): void {
    for (let at = 0; at < SECTIONS.urlWords.to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const first = this.#sums.own(token);
      const { numbers } = this.#sums;
      numbers[first + COUNT] = (numbers[first + COUNT] ?? 0) + 1;
      numbers[first + REWARDS] = (numbers[first + REWARDS] ?? 0) + reward;
      numbers[first + VALUES] = (numbers[first + VALUES] ?? 0) + value;
    }
  }

  /** Adds a difference to the value of a visited link. */
  shift(features: Float32Array, difference: number): void {
    for (let at = 0; at < SECTIONS.urlWords.to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const values = this.#sums.own(token) + VALUES;
      this.#sums.numbers[values] = (this.#sums.numbers[values] ?? 0) + difference;
    }
  }

  /** Returns the number of visited links in one of a link's groups. */
  visited(features: Float32Array, group: number): number {
    return this.#sums.numbers[this.#sums.of(features[group] ?? 0) + COUNT] ?? 0;
  }

  /** Returns the trees' input for a link: `COLUMNS` numbers, written into `row`. */
  row(features: Float32Array, row = new Float32Array(COLUMNS)): Float32Array {
    const { numbers } = this.#sums;
    let at = 0;
    for (const [group, { within }] of GROUPS.entries()) {
      const first = this.#sums.of(features[group] ?? 0);
      const count = numbers[first + COUNT] ?? 0;
      const coarser = within === undefined ? undefined : PER_GROUP * within;
      const reward = coarser === undefined ? 0 : (row[coarser] ?? 0);
      const value = coarser === undefined ? 0 : (row[coarser + 1] ?? 0);
      row[at++] = ((numbers[first + REWARDS] ?? 0) + PRIOR * reward) / (count + PRIOR);
      row[at++] = ((numbers[first + VALUES] ?? 0) + PRIOR * value) / (count + PRIOR);
      row[at++] = Math.log1p(count);
    }
    const usual = row[PER_GROUP * SITE + 1] ?? 0;
    at = this.#words(features, SECTIONS.anchorWords, usual, row, at);
    at = this.#words(features, SECTIONS.urlWords, usual, row, at);
    for (let measure = SECTIONS.measures.from; measure < SECTIONS.measures.to; measure++)
      row[at++] = features[measure] ?? NONE;
    return row;
  }

  save(): OfTokens {
    return this.#sums.save(COUNT);
  }

  load(kept: OfTokens): void {
    this.#sums.load(kept);
  }

  /** Writes mean and maximum of the words' values, and the mean ln(1 + count). */
  #words(features: Float32Array, { from, to }: Section, usual: number, row: Float32Array, start: number): number {
    const { numbers } = this.#sums;
    let sum = 0;
    let most = 0;
    let met = 0;
    let words = 0;
    for (let at = from; at < to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const first = this.#sums.of(token);
      const count = numbers[first + COUNT] ?? 0;
      const mean = ((numbers[first + VALUES] ?? 0) + PRIOR * usual) / (count + PRIOR);
      sum += mean;
      most = Math.max(most, mean);
      met += Math.log1p(count);
      words++;
    }
    row[start] = words === 0 ? usual : sum / words;
    row[start + 1] = most;
    row[start + 2] = words === 0 ? 0 : met / words;
    return start + PER_WORDS;
  }
}
