import { expect } from '@playwright/test';
import { checksANight, shareOfPossible } from '../../../src/lab/recrawl/compare-rules.ts';
import { expectedLoss, knownRates } from '../../../src/lab/recrawl/known-rates.ts';
import { simulate } from '../../../src/lab/recrawl/simulate.ts';
import { makeSyntheticWeb, type SyntheticWeb } from '../../../src/lab/recrawl/synthetic-web.ts';
import { loss } from '../../../src/revisit-rules/information.ts';
import { test } from '../../plain-test.ts';
import { spec } from './webs.ts';

test('the expected loss of a copy is the mean loss of such copies', () => {
  const alike = { static: 0, rates: { law: 'pareto', alpha: 1e9, least: 0.2 }, size: { median: 3000, sigma: 0 } };
  const web = makeSyntheticWeb(spec({ ...alike, rewrite: { least: 0.1, most: 0.1 } }), 1);
  for (const age of [1, 3, 10]) {
    let [sum, copies] = [0, 0];
    for (let page = 0; page < web.pages; page++)
      for (let night = 0; night + age <= web.nights; night += age, copies++)
        sum += loss(web.compare(page, night, night + age));
    expect(Math.abs(sum / copies - expectedLoss(3000, 0.1, 0.2, age))).toBeLessThan(0.05);
  }
});

test('a page that changes every night has lost what that many rewrites leave', () => {
  const left = Math.log1p(2700) - Math.log1p(600);
  expect(expectedLoss(3000, 0.1, Number.POSITIVE_INFINITY, 1)).toBeCloseTo(Math.log1p(3000) - left, 9);
});

/**
 * What no schedule can do better on average, its rates known: for any price of a check, each page pays the least that
 * any interval costs it, and the budget is paid for at that price (Lagrange).
 */
function bound(web: SyntheticWeb, checks: number): number {
  const best = (price: number) => {
    let total = -price * checks;
    for (let page = 0; page < web.pages; page++) {
      const [size, rewrite, rate] = [web.size(page, 0), web.rewrite(page), web.rate(page, 0)];
      let [least, lost] = [Number.POSITIVE_INFINITY, 0];
      for (let interval = 1; interval <= 400 && rate > 0; interval++) {
        lost += interval === 1 ? 0 : expectedLoss(size, rewrite, rate, interval - 1);
        least = Math.min(least, (lost + price) / interval);
      }
      total += rate > 0 ? Math.min(least, Math.log1p(size)) : 0;
    }
    return total;
  };
  let loss = 0;
  for (let price = 0; price < 60; price += 1) loss = Math.max(loss, best(price));
  let possible = 0;
  for (let page = 0; page < web.pages; page++) possible += Math.log1p(web.size(page, 0));
  return 1 - loss / possible;
}

test('no schedule that knows the rates could do better by a hundredth', () => {
  const web = makeSyntheticWeb(spec({ nights: 160 }), 4);
  for (const checks of [20, 40, 80]) {
    const reached = shareOfPossible(simulate(web, knownRates(web), checksANight(checks)), 40);
    const limit = bound(web, checks);
    expect(reached / limit, `${checks} checks: ${reached} of ${limit}`).toBeGreaterThan(0.99);
    expect(reached / limit, `${checks} checks: ${reached} of ${limit}`).toBeLessThan(1.01);
  }
});
