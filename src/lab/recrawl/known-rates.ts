import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import type { SyntheticWeb } from './synthetic-web.ts';

/**
 * The best that can be done by one who knows every page's rate of change and what a change does to it, but not when it
 * changes: the reference of the lab. Made for one run.
 *
 * f(a) is the expected loss of a page on a night when its copy is `a` nights old: f(a) = sum over j of
 * Poisson(j; l a) loss(j), loss(j) the value lost after j changes. A check after t nights costs `cost` and ends a cycle
 * that lost f(0) + ... + f(t - 1); the price a night at which it is just worth it is
 *
 *     W(t) = (t f(t) - sum of f(a) over a < t) / cost
 *
 * and the pages of largest W come first. That is Whittle's index of the page, exact for each page by itself and optimal
 * for many pages (Whittle 1988; for freshness Azar et al. 2018, Kolobov et al. 2019). With f(a) = 1 - e^(-l a) it is
 * the index of `fresh`.
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
        const tonight = expectedLoss(size, web.rewrite(page), rate, age);
        priority[row] = (age * tonight - (lost[page] ?? 0)) / (pages.cost[row] ?? 1);
        lost[page] = (lost[page] ?? 0) + tonight;
      }
      return { priority, pool };
    },
    close: (pool) => pool,
  };
}

/** f(a): what a copy of `age` nights is expected to have lost, in nats. */
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

/** The value of a copy after so many changes. */
function remaining(size: number, rewrite: number, changes: number): number {
  if (changes === 0) return Math.log1p(size);
  const kept = Math.min(size - 1, Math.round(size * (1 - rewrite) ** changes));
  return Math.max(0, Math.log1p(kept) - Math.log1p(2 * (size - kept)));
}
