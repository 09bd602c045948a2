import { z } from 'zod';
import { allPriors, nextPriors, priorOf, uniformPrior } from './group-priors.ts';
import { loss } from './information.ts';
import { curveSums, fitCurve, type LossCurve, leftOf, worthOnCurve } from './loss-curve.ts';
import { believe, RATES, remembered } from './rate-grid.ts';
import { type Check, type PageTable, type PageView, type Pool, type Ranking, revisitRule } from './revisit-rule.ts';
import { trustFrom, trustSums } from './signal-trust.ts';

/**
 * The largest loss that a check is expected to win back, over what it costs, comes first:
 *
 *     index = v * sum over k of p_k W_k(t) / cost
 *
 * p_k: what is believed of the page's rate of change, from its checks and from the prior of its group, which is learned
 * from all pages of the group (`rate-grid.ts`, `group-priors.ts`). W_k(t): the worth of a check t nights after the last
 * to a page of rate l_k (Whittle's index) on the curve by which copies lose their value (`loss-curve.ts`). v: what the
 * page can lose, ln(1 + size) times how much more or less than the curve said its changes took so far, 1 being counted
 * twice beforehand.
 *
 * A page on which a site's signal is silent is worth `silence` times that; one of which it says that it has changed
 * v * (alarm sum of p_k W_k(infinity) + (1 - alarm) sum of p_k W_k(t)), as far as the site's signals are found to tell
 * the truth (`signal-trust.ts`).
 *
 * Uncertain pages are explored without more ado: as long as a high rate is not ruled out, W grows with t. An explicit
 * bonus for uncertainty gained nothing. There is nothing to tune.
 */
export const fresh = revisitRule({
  name: 'fresh',
  summary: 'the largest loss that a check is expected to win back',
  params: z.strictObject({}),
  make: () => ({
    state: ['nights unchanged', 'changes', 'log nights of changes', 'loss beside the curve'],
    pool: { prior: uniformPrior, curve: [], curveSums: [] },
    begin: () => [0, 0, 0, 0],
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
const WIDTH = 4;
/** Weight that the sums of a night still have in the next. */
const KEPT = 0.99;
/** How often the curve's own loss is counted beside the losses of a page. */
const CURVE_WEIGHT = 2;
/** From this trust on, the change is taken to have come in the night that the signal tells. */
const DATED = 0.5;

function learn(page: PageView, check: Check, pool: Pool) {
  const nights = check.step - page.last;
  if (nights <= 0) return { state: page.state };
  const [unchangedNights = 0, changes = 0, logNights = 0, lost = 0] = page.state;
  const weight = remembered(nights);
  const old = { unchangedNights: unchangedNights * weight, changes: changes * weight, logNights: logNights * weight };
  const changed = check.gone + check.fresh > 0;
  const expected = expectedChanges(page, nights, pool);
  const sums: Record<string, readonly number[]> = Number.isNaN(page.signal)
    ? {}
    : { [`site ${page.site}`]: trustSums(page.signal > 0, changed, expected.chance) };
  if (!changed) return { state: [old.unchangedNights + nights, old.changes, old.logNights, lost * weight], sums };

  const size = check.kept + check.fresh;
  const share = size > 0 ? loss(check) / Math.log1p(size) : 0;
  if (size > 0) sums.curveSums = curveSums(expected.number, 1 - share);
  const dated = page.signal > page.last && trustFrom(pool[`site ${page.site}`] ?? []).alarm > DATED;
  return {
    state: [
      old.unchangedNights + (dated ? page.signal - 1 - page.last : 0),
      old.changes + 1,
      old.logNights + (dated ? 0 : Math.log(nights)),
      lost * weight + share / (1 - leftOf(curveOf(pool), expected.number)),
    ],
    sums,
  };
}

/** Before a check: the chance that the page has changed, and how many changes there are if it has. */
function expectedChanges({ state, group }: PageView, nights: number, pool: Pool) {
  const [unchangedNights = 0, changes = 0, logNights = 0] = state;
  const chances = new Float64Array(K);
  believe(chances, { unchangedNights, changes, logNights }, Float64Array.from(priorOf(pool, group)));
  let [chance, number] = [0, 0];
  for (let k = 0; k < K; k++) {
    const part = -(chances[k] ?? 0) * Math.expm1(-(RATES[k] ?? 0) * nights);
    chance += part;
    number += part * (RATES[k] ?? 0) * nights;
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

  const priority = new Float64Array(pages.count);
  const [sums, counts, chances] = [new Float64Array(groups * K), new Float64Array(groups), new Float64Array(K)];
  const seen = { unchangedNights: 0, changes: 0, logNights: 0 };
  for (let row = 0; row < pages.count; row++) {
    const group = pages.group[row] ?? 0;
    seen.unchangedNights = pages.state[row * WIDTH] ?? 0;
    seen.changes = pages.state[row * WIDTH + 1] ?? 0;
    seen.logNights = pages.state[row * WIDTH + 2] ?? 0;
    believe(chances, seen, priors, group * K);
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
    const lost = ((pages.state[row * WIDTH + 3] ?? 0) + CURVE_WEIGHT) / (seen.changes + CURVE_WEIGHT);
    priority[row] = (Math.log1p(pages.size[row] ?? 0) * lost * index) / (pages.cost[row] ?? 1);
  }
  return { priority, pool: { ...pool, ...nextPriors(sums, counts) } };
}

function curveOf(pool: Pool): LossCurve {
  const [first, further] = pool.curve ?? [];
  return first === undefined || further === undefined ? fitCurve([]) : { first, further };
}

/** Copies older than this many nights are worth as much as copies of this age. */
const OLDEST = 4096;

/** W_k(t) by age and rate, and W_k(infinity) by rate. */
function worthTables(pages: PageTable, now: number, pool: Pool) {
  const curve = curveOf(pool);
  let oldest = 0;
  for (let row = 0; row < pages.count; row++) oldest = Math.max(oldest, now - (pages.last[row] ?? 0));
  const worth = Float64Array.from({ length: (Math.min(OLDEST, oldest) + 1) * K }, (_, cell) =>
    worthOnCurve(curve, RATES[cell % K] ?? 0, Math.floor(cell / K)),
  );
  return { worth, everWorth: RATES.map((rate) => (rate === 0 ? 0 : -1 / Math.expm1(-rate))) };
}
