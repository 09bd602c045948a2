import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import type { SyntheticWeb } from './synthetic-web.ts';

/**
 * Optimal rule that knows every page's rate of change and the size of changes, but not their times: the reference of
 * the lab. Made for one simulation.
 *
 * f(a) is the expected loss in a run from a copy that is `a` runs old: f(a) = sum over j of Poisson(j; l a) loss(j),
 * with loss(j) the value lost after j changes. A revisit after t runs costs `cost` and ends a cycle with a loss of f(0)
 * + ... + f(t - 1). The price per run at which the revisit breaks even is
 *
 *     W(t) = (t f(t) - sum of f(a) over a < t) / cost
 *
 * and pages with the largest W are first. W is the page's Whittle index, exact for a single page and optimal for many
 * (Whittle 1988; for freshness Azar et al. 2018, Kolobov et al. 2019). With f(a) = 1 - e^(-l a), W is the index of
 * `fresh`.
 */
export function knownRates(web: SyntheticWeb): RevisitRule {
  const lost = new Float64Array(web.pages);
  const summed = new Int32Array(web.pages).fill(-1);
  return {
    state: [],
    pool: {},
    begin: () => [],
    learn: () => ({ state: [] }),
    rank(pages, now, pool) {
      const priority = new Float64Array(pages.count);
      for (let row = 0; row < pages.count; row++) {
        const page = pages.id[row] ?? 0;
        const [last = 0, size = 0] = [pages.last[row], pages.size[row]];
        const age = now - last;
        if (summed[page] !== last) {
          summed[page] = last;
          lost[page] = 0;
        }
        const rate = web.rate(page, now);
        if (rate === 0) continue;
        const loss = expectedLoss(size, web.rewrite(page), rate, age);
        priority[row] = (age * loss - (lost[page] ?? 0)) / (pages.cost[row] ?? 1);
        lost[page] = (lost[page] ?? 0) + loss;
      }
      return { priority, pool };
    },
    close: (pool) => pool,
  };
}

/** Returns f(a), the expected loss of a copy that is `age` runs old, in nats. */
export function expectedLoss(size: number, rewrite: number, rate: number, age: number): number {
  const whole = Math.log1p(size);
  if (rate === Number.POSITIVE_INFINITY) return whole - remaining(size, rewrite, age);
  let [expected, chance] = [whole, Math.exp(-rate * age)];
  for (let changes = 0; ; changes++) {
    const left = remaining(size, rewrite, changes);
    if (left === 0) return expected;
    expected -= chance * left;
    chance *= (rate * age) / (changes + 1);
  }
}

/** Returns the value of a copy after a number of changes. */
function remaining(size: number, rewrite: number, changes: number): number {
  if (changes === 0) return Math.log1p(size);
  const kept = Math.min(size - 1, Math.round(size * (1 - rewrite) ** changes));
  return Math.max(0, Math.log1p(kept) - Math.log1p(2 * (size - kept)));
}
