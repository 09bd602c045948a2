import type { Pool } from './revisit-rule.ts';

/** The rates among which the rate of a page is sought, in changes a night. */
export const RATES = Float64Array.of(
  ...[0, 1 / 2000, 1 / 1000, 1 / 500, 1 / 200, 1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5],
);

/** Weight that what was seen so many nights ago still has: rates drift. */
export const remembered = (nights: number): number => (1 - 1 / 300) ** nights;

/**
 * What was seen of a page, each part weighted by `remembered`.
 *
 * A check t nights after the last finds a page of rate l unchanged with probability e^(-l t), changed with 1 - e^(-l t).
 * Unchanged checks add up to the nights U over which the page was unchanged. Changed ones are kept as their number C and
 * the sum S of ln t, and count as C intervals of e^(S/C) nights, which is exact where they are equally long and where
 * l t is small:
 *
 *     p_k ~ prior_k e^(-l_k U) (1 - e^(-l_k e^(S/C)))^C
 */
interface Seen {
  readonly unchangedNights: number;
  readonly changes: number;
  readonly logNights: number;
}

/** Writes the probabilities of the rates into `chances`; the priors of many groups stand in one array, this one's from `offset` on. */
export function believe(
  chances: Float64Array,
  { unchangedNights, changes, logNights }: Seen,
  priors: Float64Array,
  offset = 0,
): void {
  const step = changes > 0 ? Math.round(Math.min(LONGEST, Math.max(0, logNights / changes)) * STEPS) : 0;
  let sum = 0;
  for (let k = 0; k < RATES.length; k++) {
    const likelihood = changes * (changeLikelihood[step * RATES.length + k] ?? 0) - (RATES[k] ?? 0) * unchangedNights;
    const chance = (priors[offset + k] ?? 0) * Math.exp(likelihood);
    chances[k] = chance;
    sum += chance;
  }
  for (let k = 0; k < RATES.length; k++) chances[k] = (chances[k] ?? 0) / sum;
}

/**
 * What a check is worth after `age` nights to a page whose copy is worth 1 a night until its first change, and nothing
 * after it: W(t) = (1 - e^(-l t))/(1 - e^(-l)) - t e^(-l t), 0 for the rate 0. It is the price of a check at which t
 * nights are just the right interval (Whittle's index; Azar et al. 2018, Kolobov et al. 2019).
 */
export function worthOfCheck(rate: number, age: number): number {
  if (rate === 0) return 0;
  return Math.expm1(-rate * age) / Math.expm1(-rate) - age * Math.exp(-rate * age);
}

/** A page that was seen to change may be static but for an accident: under the rate 0 a change comes once in so many nights. */
const ACCIDENT = 1e-5;

/** ln(1 - e^(-l t)) by STEPS times ln t, and by rate: a table, as it is needed for all pages every night. */
const STEPS = 16;
const LONGEST = Math.log(4096);
const changeLikelihood = Float64Array.from({ length: (Math.ceil(LONGEST * STEPS) + 1) * RATES.length }, (_, cell) => {
  const rate = Math.max(ACCIDENT, RATES[cell % RATES.length] ?? 0);
  const nights = Math.exp(Math.floor(cell / RATES.length) / STEPS);
  return Math.log(-Math.expm1(-rate * nights));
});

const K = RATES.length;
/** As many pages as the prior of all counts for in the prior of a group. */
const SHRINKAGE = 20;
/** Part of the prior that stays uniform, so that no rate is ever ruled out. */
const UNIFORM = 0.05;

/** Where nothing is known: every rate of the grid alike. */
export const uniformPrior: readonly number[] = Array.from(RATES, () => 1 / K);

/** What is believed of a page of a group before it was ever checked; that of all pages for a group not met yet. */
export const priorOf = (pool: Pool, group: number): readonly number[] =>
  pool[`prior ${group}`] ?? pool.prior ?? uniformPrior;

/** The priors of groups 0 to `groups` - 1 in one array. */
export function allPriors(pool: Pool, groups: number): Float64Array {
  const priors = new Float64Array(groups * K);
  for (let group = 0; group < groups; group++) priors.set(priorOf(pool, group), group * K);
  return priors;
}

/**
 * One step of expectation maximisation: a prior is the mean of what is believed of its pages. `sums` holds the summed
 * beliefs by group, `counts` the pages of each group. A group with few pages leans on the prior of all.
 */
export function nextPriors(sums: Float64Array, counts: Float64Array): Pool {
  const total = new Float64Array(K);
  for (let cell = 0; cell < sums.length; cell++) total[cell % K] = (total[cell % K] ?? 0) + (sums[cell] ?? 0);
  const pages = counts.reduce((sum, count) => sum + count, 0);
  const prior = Array.from(total, (sum) => ((1 - UNIFORM) * sum) / Math.max(1, pages) + UNIFORM / K);
  const pool: Record<string, readonly number[]> = { prior };
  for (const [group, count] of counts.entries()) {
    if (count === 0) continue;
    pool[`prior ${group}`] = prior.map(
      (chance, k) => ((sums[group * K + k] ?? 0) + SHRINKAGE * chance) / (count + SHRINKAGE),
    );
  }
  return pool;
}

/**
 * How a copy loses its value as its page changes: the first change leaves the share `first` of it, each further one the
 * share `further` of what was left. After a Poisson number of changes of mean x the share lost is expected to be
 *
 *     f(x) = 1 - (1 - first/further) e^(-x) - (first/further) e^(-x (1 - further))
 *
 * All pages share one curve; where its pages lose more or less than it says is kept for each page by itself.
 */
export interface LossCurve {
  readonly first: number;
  readonly further: number;
}

/** What a check after `age` nights is worth, in units of the page's value: f is made of two curves 1 - e^(-x), and so is its index. */
export function worthOnCurve({ first, further }: LossCurve, rate: number, age: number): number {
  const slow = first / further;
  return (1 - slow) * worthOfCheck(rate, age) + slow * worthOfCheck(rate * (1 - further), age);
}

/** The share that is expected to be left of a page that has changed, where x changes were expected before that was known. */
export const leftOf = ({ first, further }: LossCurve, x: number): number => first * decay(further, x);

/** E[g^(j - 1)] for j Poisson of mean x, given that j is at least 1. */
const decay = (g: number, x: number): number =>
  x < 1e-6 ? 1 : (Math.exp(-x * (1 - g)) - Math.exp(-x)) / (g * -Math.expm1(-x));

/** Changed pages stand in buckets by the changes that were expected of them: 1/4, 1/2, 1, ... 32. */
const BUCKETS = 8;
const LOWEST = -2;

/** What a page found changed adds to the sums from which the curve is fitted: a count, x and the share left, each by bucket. */
export function curveSums(x: number, left: number): number[] {
  const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.round(Math.log2(x)) - LOWEST));
  const sums = new Array<number>(3 * BUCKETS).fill(0);
  sums[bucket] = 1;
  sums[BUCKETS + bucket] = x;
  sums[2 * BUCKETS + bucket] = left;
  return sums;
}

/** Where nothing was seen yet: what a few pages would tell of which a tenth of the text is replaced at a change. */
const USUAL = { weight: 5, first: 0.2, further: 0.6 };
const FURTHER = [0.6, 0.2, 0.4, 0.75, 0.85, 0.92, 0.96];

/** The curve of least squares. */
export function fitCurve(sums: readonly number[]): LossCurve {
  let best: LossCurve = USUAL;
  let least = Number.POSITIVE_INFINITY;
  for (const further of FURTHER) {
    const points = Array.from({ length: BUCKETS }, (_, bucket) => {
      const count = sums[bucket] ?? 0;
      if (count < 1e-9) return { count: 0, slope: 0, left: 0 };
      const x = (sums[BUCKETS + bucket] ?? 0) / count;
      return { count, slope: decay(further, x), left: (sums[2 * BUCKETS + bucket] ?? 0) / count };
    });
    points.push({ count: USUAL.weight, slope: 1, left: USUAL.first });
    const total = (term: (point: (typeof points)[number]) => number) =>
      points.reduce((sum, point) => sum + point.count * term(point), 0);
    const first = total(({ slope, left }) => slope * left) / total(({ slope }) => slope ** 2);
    const error = total(({ slope, left }) => (left - first * slope) ** 2);
    if (error < least) [best, least] = [{ first, further }, error];
  }
  return best;
}

/**
 * How far the signals of a site tell the truth. Pages are chosen by their signals, so counts of hits and misses by
 * themselves would tell nothing: what counts is how many changes were found beside how many were expected of the same
 * pages without the signal.
 */
interface SignalTrust {
  /** By how much the chance of a change is lowered where the site says "unchanged": near 0 for the truth, 1 for silence that means nothing. */
  readonly silence: number;
  /** The chance that "changed" is true beyond what was expected anyway: near 1 for the truth, 0 for a site that always says so. */
  readonly alarm: number;
}

/** What a check adds to the sums of its site: pages, changes found and changes expected, for silent pages and for alarms. */
export const trustSums = (alarmed: boolean, changed: boolean, expected: number): number[] =>
  alarmed ? [0, 0, 0, 1, changed ? 1 : 0, expected] : [1, changed ? 1 : 0, expected, 0, 0, 0];

/** Below this the trust in silence does not fall, so that silent pages are still looked at now and then: the audit. */
const LEAST_DOUBT = 0.02;

/** A site is a liar until it has shown the contrary: both figures are a standard deviation or two on the side of doubt. */
export function trustFrom(sums: readonly number[]): SignalTrust {
  const [, missed = 0, missable = 0, alarms = 0, found = 0, expected = 0] = sums;
  const silence = (missed + Math.sqrt(missed) + 1) / (missable + 1);
  const alarm = (found - expected - 2 * Math.sqrt(expected)) / (alarms - expected + 2);
  return { silence: Math.min(1, Math.max(LEAST_DOUBT, silence)), alarm: Math.min(1, Math.max(0, alarm)) };
}
