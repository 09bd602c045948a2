import { z } from 'zod';
import {
  allPriors,
  curveSums,
  fitCurve,
  type LossCurve,
  leftOf,
  nextPriors,
  priorOf,
  RATES,
  remembered,
  trustFrom,
  trustSums,
  uniformPrior,
  worthOnCurve,
  writeProbabilities,
} from './rates.ts';
import {
  type Check,
  loss,
  type PageTable,
  type PageView,
  type Pool,
  type Ranking,
  revisitRule,
} from './revisit-rule.ts';

/**
 * Orders pages by the expected loss that a revisit restores, relative to its cost:
 *
 *     index = v * sum over k of p_k W_k(t) / cost
 *
 * p_k: belief about the page's rate of change, from its revisits and the prior of its group, which is learned from all
 * pages of the group (`rates.ts`). W_k(t): worth of a revisit t runs after the last, for rate l_k (Whittle's index) on
 * the loss curve. v: value that the page can lose, ln(1 + size) times the ratio of its actual loss to the curve's, with
 * a prior of two changes at ratio 1.
 *
 * If a site's signal reports no change, the worth is multiplied by `silence`. If it reports a change, the worth is v *
 * (alarm sum of p_k W_k(infinity) + (1 - alarm) sum of p_k W_k(t)). Both factors are learned from the reliability of
 * the site's signals.
 *
 * Rates may drift, so each page has a long memory with slow, even decay, and a short one that forgets observations
 * before a change point. Change points have prior odds of 1/50 per run, weighed by the likelihoods of the revisit under
 * the prior and under the memory (after Adams & MacKay 2007, "Bayesian online changepoint detection", with one run
 * length instead of all). The memory with the better recent predictions over all pages is used (`pool.foresight`: sums
 * of ln likelihood).
 *
 * Exploration is implicit: W grows with t as long as a high rate is possible. An explicit bonus for uncertainty gained
 * nothing. The rule has no parameters.
 */
export const fresh = revisitRule({
  name: 'fresh',
  summary: 'the page whose revisit is expected to gain most',
  source: 'our own, after Azar et al. 2018 and Kolobov et al. 2019',
  params: z.strictObject({}),
  make: () => ({
    state: [
      ...['runs unchanged', 'changes', 'log runs of changes', 'loss beside the curve'],
      ...['runs unchanged of late', 'changes of late', 'log runs of changes of late'],
    ],
    pool: { prior: uniformPrior, curve: [], curveSums: [] },
    begin: () => [0, 0, 0, 0, 0, 0, 0],
    learn,
    rank,
    close(pool, { sums }) {
      const next: Record<string, readonly number[]> = { ...pool };
      for (const [scope, numbers] of Object.entries(sums))
        next[scope] = numbers.map((number, index) => number + KEPT * (pool[scope]?.[index] ?? 0));
      const { first, further } = fitCurve(next.curveSums ?? []);
      return { ...next, curve: [first, further] };
    },
  }),
});

const K = RATES.length;
const WIDTH = 7;
/** Index of the short memory in a page's state. */
const SHORT_MEMORY = 4;
/** Prior probability per run that a page's rate changes, for the short memory. */
const CHANGE_POINT = 1 / 50;
/** Lower limit of a likelihood, so that a single page cannot outweigh all others. */
const LEAST_LIKELIHOOD = 1e-6;
/** Decay of the sums per run. */
const KEPT = 0.99;
/** Weight of the curve's own loss among a page's losses, in changes. */
const CURVE_WEIGHT = 2;
/** Trust above which a change is dated to the run of the signal. */
const DATED = 0.5;

/** Memory of a page's revisits, long or short. */
type Memory = readonly [unchangedRuns: number, changes: number, logRecrawlRuns: number];

const longMemory = ({ state: [runs = 0, changes = 0, log = 0] }: PageView): Memory => [runs, changes, log];
const shortMemory = ({ state }: PageView): Memory => {
  const [runs = 0, changes = 0, log = 0] = state.slice(SHORT_MEMORY);
  return [runs, changes, log];
};

/** Tells whether the short memory has predicted better recently. */
const ratesDrift = ({ foresight: [long = 0, short = 0] = [] }: Pool): boolean => short > long;

function learn(page: PageView, check: Check, pool: Pool) {
  const runs = check.step - page.last;
  if (runs <= 0) return { state: page.state };
  const changed = check.gone + check.fresh > 0;
  const prior = Float64Array.from(priorOf(pool, page.group));
  const likelihood = ({ chance }: { readonly chance: number }) =>
    Math.max(LEAST_LIKELIHOOD, changed ? chance : 1 - chance);
  const [long, short] = [longMemory(page), shortMemory(page)];
  const byLong = expectedChanges(long, runs, prior);
  const byShort = expectedChanges(short, runs, prior);
  const weight = remembered(runs);
  const isNew = 1 - (1 - CHANGE_POINT) ** runs;
  const unforeseen = isNew * likelihood(expectedChanges([0, 0, 0], runs, prior));
  const foreseen = (1 - isNew) * likelihood(byShort);
  const weightOfLate = foreseen / (foreseen + unforeseen);

  const expected = ratesDrift(pool) ? byShort : byLong;
  const sums: Record<string, readonly number[]> = {
    foresight: [Math.log(likelihood(byLong)), Math.log(likelihood(byShort))],
  };
  if (!Number.isNaN(page.signal)) sums[`site ${page.site}`] = trustSums(page.signal > 0, changed, expected.chance);
  const dated = changed && page.signal > page.last && trustFrom(pool[`site ${page.site}`] ?? []).alarm > DATED;
  const quiet = changed ? (dated ? page.signal - 1 - page.last : 0) : runs;
  const added = [quiet, changed ? 1 : 0, changed && !dated ? Math.log(runs) : 0];
  const after = (memory: Memory, kept: number) => memory.map((number, at) => kept * number + (added[at] ?? 0));
  const lost = (page.state[3] ?? 0) * weight;
  const stateWith = (loss: number) => [...after(long, weight), loss, ...after(short, weightOfLate)];
  if (!changed) return { state: stateWith(lost), sums };

  const size = check.kept + check.fresh;
  const share = size > 0 ? loss(check) / Math.log1p(size) : 0;
  if (size > 0) sums.curveSums = curveSums(expected.number, 1 - share);
  return { state: stateWith(lost + share / (1 - leftOf(curveOf(pool), expected.number))), sums };
}

/** Returns the probability that the page has changed, and the expected number of changes if so. */
function expectedChanges([unchangedRuns, changes, logRecrawlRuns]: Memory, runs: number, prior: Float64Array) {
  const chances = new Float64Array(K);
  writeProbabilities(chances, { unchangedRuns, changes, logRecrawlRuns }, prior);
  let [chance, number] = [0, 0];
  for (let k = 0; k < K; k++) {
    const part = -(chances[k] ?? 0) * Math.expm1(-(RATES[k] ?? 0) * runs);
    chance += part;
    number += part * (RATES[k] ?? 0) * runs;
  }
  return { chance, number: number / chance };
}

function rank(pages: PageTable, now: number, pool: Pool): Ranking {
  const most = (column: Float64Array) => {
    let largest = 0;
    for (let row = 0; row < pages.count; row++) largest = Math.max(largest, column[row] ?? 0);
    return largest;
  };
  const groups = most(pages.group) + 1;
  const priors = allPriors(pool, groups);
  const trust = Array.from({ length: most(pages.site) + 1 }, (_, site) => trustFrom(pool[`site ${site}`] ?? []));
  const { worth, everWorth } = worthTables(pages, now, pool);
  const memory = ratesDrift(pool) ? SHORT_MEMORY : 0;

  const priority = new Float64Array(pages.count);
  const [sums, counts, chances] = [new Float64Array(groups * K), new Float64Array(groups), new Float64Array(K)];
  const seen = { unchangedRuns: 0, changes: 0, logRecrawlRuns: 0 };
  for (let row = 0; row < pages.count; row++) {
    const group = pages.group[row] ?? 0;
    const from = row * WIDTH + memory;
    seen.unchangedRuns = pages.state[from] ?? 0;
    seen.changes = pages.state[from + 1] ?? 0;
    seen.logRecrawlRuns = pages.state[from + 2] ?? 0;
    writeProbabilities(chances, seen, priors, group * K);
    const offset = Math.min(OLDEST, now - (pages.last[row] ?? 0)) * K;
    let [index, alarmed] = [0, 0];
    for (let k = 0; k < K; k++) {
      const chance = chances[k] ?? 0;
      index += chance * (worth[offset + k] ?? 0);
      alarmed += chance * (everWorth[k] ?? 0);
      sums[group * K + k] = (sums[group * K + k] ?? 0) + chance;
    }
    counts[group] = (counts[group] ?? 0) + 1;
    const signal = pages.signal[row] ?? Number.NaN;
    const { silence = 1, alarm = 0 } = trust[pages.site[row] ?? 0] ?? {};
    if (signal === 0) index *= silence;
    if (signal > 0) index = alarm * alarmed + (1 - alarm) * index;
    const changes = pages.state[row * WIDTH + 1] ?? 0;
    const lost = ((pages.state[row * WIDTH + 3] ?? 0) + CURVE_WEIGHT) / (changes + CURVE_WEIGHT);
    priority[row] = (Math.log1p(pages.size[row] ?? 0) * lost * index) / (pages.cost[row] ?? 1);
  }
  return { priority, pool: { ...pool, ...nextPriors(sums, counts) } };
}

function curveOf(pool: Pool): LossCurve {
  const [first, further] = pool.curve ?? [];
  return first === undefined || further === undefined ? fitCurve([]) : { first, further };
}

/** Age, in runs, above which copies count as this old. */
const OLDEST = 4096;

/** Returns W_k(t) by age and rate, and W_k(infinity) by rate. */
function worthTables(pages: PageTable, now: number, pool: Pool) {
  const curve = curveOf(pool);
  let oldest = 0;
  for (let row = 0; row < pages.count; row++) oldest = Math.max(oldest, now - (pages.last[row] ?? 0));
  const worth = Float64Array.from({ length: (Math.min(OLDEST, oldest) + 1) * K }, (_, cell) =>
    worthOnCurve(curve, RATES[cell % K] ?? 0, Math.floor(cell / K)),
  );
  return { worth, everWorth: RATES.map((rate) => (rate === 0 ? 0 : -1 / Math.expm1(-rate))) };
}
