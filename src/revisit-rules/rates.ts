import type { Pool } from './revisit-rule.ts';

/** Grid of rates that a page may have, in changes per run. */
export const RATES = Float64Array.of(
  ...[0, 1 / 2000, 1 / 1000, 1 / 500, 1 / 200, 1 / 100, 1 / 50, 1 / 20, 1 / 10, 1 / 5, 1 / 2, 1, 2, 5],
);

/** Returns the weight of an observation made a number of runs ago: old ones fade, as rates drift. */
export const remembered = (runs: number): number => (1 - 1 / 300) ** runs;

/**
 * Observations of a page, each weighted by `remembered`.
 *
 * A revisit after t runs finds a page of rate l unchanged with probability e^(-l t), changed with 1 - e^(-l t).
 * Unchanged intervals add up to U runs. Changed intervals are stored as their number C and the sum S of ln t. They
 * count as C intervals of e^(S/C) runs, which is exact for equal intervals and for small l t:
 *
 *     p_k ~ prior_k e^(-l_k U) (1 - e^(-l_k e^(S/C)))^C
 */
interface Seen {
  readonly unchangedRuns: number;
  readonly changes: number;
  readonly logRecrawlRuns: number;
}

/**
 * Writes the probabilities of the rates into `chances`.
 *
 * @param offset index of the page's prior in `priors`, which has those of many groups
 */
export function writeProbabilities(
  chances: Float64Array,
  { unchangedRuns, changes, logRecrawlRuns }: Seen,
  priors: Float64Array,
  offset = 0,
): void {
  const step = changes > 0 ? Math.round(Math.min(LONGEST, Math.max(0, logRecrawlRuns / changes)) * STEPS) : 0;
  let sum = 0;
  for (let k = 0; k < RATES.length; k++) {
    const likelihood = changes * (changeLikelihood[step * RATES.length + k] ?? 0) - (RATES[k] ?? 0) * unchangedRuns;
    const chance = (priors[offset + k] ?? 0) * Math.exp(likelihood);
    chances[k] = chance;
    sum += chance;
  }
  for (let k = 0; k < RATES.length; k++) chances[k] = (chances[k] ?? 0) / sum;
}

/**
 * Returns the worth of a revisit after `age` runs, for a copy worth 1 per run until its first change and 0 after: W(t)
 * = (1 - e^(-l t))/(1 - e^(-l)) - t e^(-l t), 0 for rate 0. W(t) is the price of a revisit at which t is the optimal
 * interval (Whittle's index; Azar et al. 2018, Kolobov et al. 2019).
 */
export function worthOfCheck(rate: number, age: number): number {
  if (rate === 0) return 0;
  return Math.expm1(-rate * age) / Math.expm1(-rate) - age * Math.exp(-rate * age);
}

/** Rate of accidental changes, per run, for rate 0: a single change does not rule out a static page. */
const ACCIDENT = 1e-5;

/** Table of ln(1 - e^(-l t)) by STEPS times ln t, and by rate. Needed for all pages in every run. */
const STEPS = 16;
const LONGEST = Math.log(4096);
const changeLikelihood = Float64Array.from({ length: (Math.ceil(LONGEST * STEPS) + 1) * RATES.length }, (_, cell) => {
  const rate = Math.max(ACCIDENT, RATES[cell % RATES.length] ?? 0);
  const runs = Math.exp(Math.floor(cell / RATES.length) / STEPS);
  return Math.log(-Math.expm1(-rate * runs));
});

const K = RATES.length;
/** Weight, in pages, of the prior of all pages in a group's prior. */
const SHRINKAGE = 20;
/** Uniform part of the prior, so that no rate is ever ruled out. */
const UNIFORM = 0.05;

/** Prior without observations: all rates of the grid are equally likely. */
export const uniformPrior: readonly number[] = Array.from(RATES, () => 1 / K);

/** Returns the prior of a page's group before revisits; that of all pages for a new group. */
export const priorOf = (pool: Pool, group: number): readonly number[] =>
  pool[`prior ${group}`] ?? pool.prior ?? uniformPrior;

/** Returns the priors of groups 0 to `groups` - 1 in one array. */
export function allPriors(pool: Pool, groups: number): Float64Array {
  const priors = new Float64Array(groups * K);
  for (let group = 0; group < groups; group++) priors.set(priorOf(pool, group), group * K);
  return priors;
}

/**
 * Runs one step of expectation maximisation: a group's prior is the mean belief about its pages, drawn to the prior of
 * all.
 *
 * @param sums sums of beliefs by group
 * @param counts number of pages by group
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
 * Loss of a copy's value by changes of its page: the first change keeps the share `first`, each later one the share
 * `further`. The expected loss after a Poisson number of changes with mean x is
 *
 *     f(x) = 1 - (1 - first/further) e^(-x) - (first/further) e^(-x (1 - further))
 *
 * All pages share one curve; each page's deviation from the curve is in its state.
 */
export interface LossCurve {
  readonly first: number;
  readonly further: number;
}

/**
 * Returns the worth of a revisit after `age` runs, in units of the page's value. f is a mixture of two curves 1 -
 * e^(-x), and so is its index.
 */
export function worthOnCurve({ first, further }: LossCurve, rate: number, age: number): number {
  const slow = first / further;
  return (1 - slow) * worthOfCheck(rate, age) + slow * worthOfCheck(rate * (1 - further), age);
}

/** Returns the expected remaining share of a changed page, with x changes expected before the revisit. */
export const leftOf = ({ first, further }: LossCurve, x: number): number => first * decay(further, x);

/** Returns E[g^(j - 1)] for j Poisson with mean x, given j >= 1. */
const decay = (g: number, x: number): number =>
  x < 1e-6 ? 1 : (Math.exp(-x * (1 - g)) - Math.exp(-x)) / (g * -Math.expm1(-x));

/** Buckets of changed pages by expected number of changes: 1/4, 1/2, 1, ... 32. */
const BUCKETS = 8;
const LOWEST = -2;

/** Returns a changed page's addition to the curve's sums: count, x and remaining share, each by bucket. */
export function curveSums(x: number, left: number): number[] {
  const bucket = Math.min(BUCKETS - 1, Math.max(0, Math.round(Math.log2(x)) - LOWEST));
  const sums = new Array<number>(3 * BUCKETS).fill(0);
  sums[bucket] = 1;
  sums[BUCKETS + bucket] = x;
  sums[2 * BUCKETS + bucket] = left;
  return sums;
}

/** Prior of the curve: a few pages that replace a tenth of their text per change. */
const USUAL = { weight: 5, first: 0.2, further: 0.6 };
const FURTHER = [0.6, 0.2, 0.4, 0.75, 0.85, 0.92, 0.96];

/** Fits the curve by least squares. */
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
 * Reliability of a site's signals. Revisits depend on signals, so hit rates alone say nothing: found changes are
 * compared with those expected without the signal.
 */
interface SignalTrust {
  /** Factor on the chance of a change if the site reports none: near 0 for reliable reports, 1 for meaningless ones. */
  readonly silence: number;
  /**
   * Probability that a reported change is true beyond expectation: near 1 for reliable reports, 0 for a site that
   * always reports changes.
   */
  readonly alarm: number;
}

/**
 * Returns a revisit's addition to the sums of its site: pages, found changes and expected changes, for pages without
 * and with a reported change.
 */
export const trustSums = (alarmed: boolean, changed: boolean, expected: number): number[] =>
  alarmed ? [0, 0, 0, 1, changed ? 1 : 0, expected] : [1, changed ? 1 : 0, expected, 0, 0, 0];

/** Least value of `silence`, so that pages without reported changes are still revisited at times. */
const LEAST_DOUBT = 0.02;

/** Estimates the trust in a site, with one to two standard deviations toward distrust until enough is observed. */
export function trustFrom(sums: readonly number[]): SignalTrust {
  const [, missed = 0, missable = 0, alarms = 0, found = 0, expected = 0] = sums;
  const silence = (missed + Math.sqrt(missed) + 1) / (missable + 1);
  const alarm = (found - expected - 2 * Math.sqrt(expected)) / (alarms - expected + 2);
  return { silence: Math.min(1, Math.max(LEAST_DOUBT, silence)), alarm: Math.min(1, Math.max(0, alarm)) };
}
