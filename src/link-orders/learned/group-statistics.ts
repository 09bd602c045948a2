import { BUCKETS, GROUPS, MEASURES, NONE, SECTIONS, type Section } from './link-features.ts';

/** Examples of the coarser group that count as a group's own. */
const PRIOR = 2;

const PER_GROUP = 3;
const PER_WORDS = 3;
const SITE = 1;

/** Numbers in a row. */
export const COLUMNS = PER_GROUP * GROUPS.length + 2 * PER_WORDS + MEASURES.length;

/**
 * What links of each group, and with each word, brought: means of ln(1 + reward) and of ln(1 + value), each drawn to the
 * mean of the coarser group as if that were two examples more, and how many there were.
 */
export class GroupStatistics {
  readonly #counts = new Float32Array(BUCKETS);
  readonly #rewards = new Float32Array(BUCKETS);
  readonly #values = new Float32Array(BUCKETS);

  /** A link was visited. Both in logarithms. */
  add(features: Float32Array, reward: number, value: number): void {
    for (let at = 0; at < SECTIONS.urlWords.to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      this.#counts[token] = (this.#counts[token] ?? 0) + 1;
      this.#rewards[token] = (this.#rewards[token] ?? 0) + reward;
      this.#values[token] = (this.#values[token] ?? 0) + value;
    }
  }

  /** The value of one that was added has changed by so much. */
  shift(features: Float32Array, difference: number): void {
    for (let at = 0; at < SECTIONS.urlWords.to; at++) {
      const token = features[at] ?? NONE;
      if (token !== NONE) this.#values[token] = (this.#values[token] ?? 0) + difference;
    }
  }

  /** Links of one of a link's groups that were visited. */
  visited(features: Float32Array, group: number): number {
    return this.#counts[features[group] ?? 0] ?? 0;
  }

  /** What the trees are told of a link: `COLUMNS` numbers, written into `row`. */
  row(features: Float32Array, row = new Float32Array(COLUMNS)): Float32Array {
    let at = 0;
    for (const [group, { within }] of GROUPS.entries()) {
      const token = features[group] ?? 0;
      const count = this.#counts[token] ?? 0;
      const coarser = within === undefined ? undefined : PER_GROUP * within;
      const reward = coarser === undefined ? 0 : (row[coarser] ?? 0);
      const value = coarser === undefined ? 0 : (row[coarser + 1] ?? 0);
      row[at++] = ((this.#rewards[token] ?? 0) + PRIOR * reward) / (count + PRIOR);
      row[at++] = ((this.#values[token] ?? 0) + PRIOR * value) / (count + PRIOR);
      row[at++] = Math.log1p(count);
    }
    const usual = row[PER_GROUP * SITE + 1] ?? 0;
    at = this.#words(features, SECTIONS.anchorWords, usual, row, at);
    at = this.#words(features, SECTIONS.urlWords, usual, row, at);
    for (let measure = SECTIONS.measures.from; measure < SECTIONS.measures.to; measure++)
      row[at++] = features[measure] ?? NONE;
    return row;
  }

  /** Mean and largest value of the words, and how often they were met. */
  #words(features: Float32Array, { from, to }: Section, usual: number, row: Float32Array, start: number): number {
    let sum = 0;
    let most = 0;
    let met = 0;
    let words = 0;
    for (let at = from; at < to; at++) {
      const token = features[at] ?? NONE;
      if (token === NONE) continue;
      const count = this.#counts[token] ?? 0;
      const mean = ((this.#values[token] ?? 0) + PRIOR * usual) / (count + PRIOR);
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
