import type { OfTokens } from './kept-state.ts';
import { classAt, type Feature, GROUPS, MEASURES, NONE, SECTIONS, type Section, SITE } from './link-features.ts';
import { TokenTable } from './sparse-regression.ts';

/** Examples of the coarser group that count as a group's own. */
const PRIOR = 2;

const PER_GROUP = 3;
const PER_WORDS = 3;

const COUNT = 0;
const REWARDS = 1;
const VALUES = 2;

/** Numbers in a row. */
export const COLUMNS = PER_GROUP * GROUPS.length + 2 * PER_WORDS + MEASURES.length;

/** Returns the feature of a link that a number in a row tells of. */
export function featureOfColumn(column: number): Feature {
  const ofWords = column - PER_GROUP * GROUPS.length;
  if (ofWords < 0) return Math.floor(column / PER_GROUP);
  if (ofWords < PER_WORDS) return 'anchorWords';
  return ofWords < 2 * PER_WORDS ? 'urlWords' : classAt(ofWords - 2 * PER_WORDS);
}

/**
 * What links of each group, and with each word, brought: means of ln(1 + reward) and of ln(1 + value), each drawn to the
 * mean of the coarser group as if that were two examples more, and how many there were.
 */
export class GroupStatistics {
  /** Of each group and word: `COUNT`, `REWARDS`, `VALUES`. */
  readonly #sums = new TokenTable();

  /** A link was visited. Both in logarithms. */
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

  /** The value of one that was added has changed by so much. */
  shift(features: Float32Array, difference: number): void {
    for (let at = 0; at < SECTIONS.urlWords.to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const values = this.#sums.own(token) + VALUES;
      this.#sums.numbers[values] = (this.#sums.numbers[values] ?? 0) + difference;
    }
  }

  /** Links of one of a link's groups that were visited. */
  visited(features: Float32Array, group: number): number {
    return this.#sums.numbers[this.#sums.of(features[group] ?? 0) + COUNT] ?? 0;
  }

  /** What the trees are told of a link: `COLUMNS` numbers, written into `row`. */
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

  /** Mean and largest value of the words, and how often they were met. */
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
