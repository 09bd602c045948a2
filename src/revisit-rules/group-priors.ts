import { RATES } from './rate-grid.ts';
import type { Pool } from './revisit-rule.ts';

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
