import { expect } from '@playwright/test';
import { expectedLoss, knownRates } from '../../../src/lab/recrawl/known-rates.ts';
import { revisitsARun, shareOfPossible } from '../../../src/lab/recrawl/recrawl-lab.ts';
import { simulate } from '../../../src/lab/recrawl/simulate.ts';
import { makeSyntheticWeb, type SyntheticWeb } from '../../../src/lab/recrawl/synthetic-web.ts';
import { loss } from '../../../src/revisit-rules/revisit-rule.ts';
import { test } from '../../plain-test.ts';
import { spec } from './webs.ts';

test('the expected loss of a copy is the mean loss of such copies', () => {
  const alike = { static: 0, rates: { law: 'pareto', alpha: 1e9, least: 0.2 }, size: { median: 3000, sigma: 0 } };
  const web = makeSyntheticWeb(spec({ ...alike, rewrite: { least: 0.1, most: 0.1 } }), 1);
  for (const age of [1, 3, 10]) {
    let [sum, copies] = [0, 0];
    for (let page = 0; page < web.pages; page++)
      for (let step = 0; step + age <= web.steps; step += age, copies++)
        sum += loss(web.compare(page, step, step + age));
    expect(Math.abs(sum / copies - expectedLoss(3000, 0.1, 0.2, age))).toBeLessThan(0.05);
  }
});

test('a page that changes at every step loses as much as that many rewrites', () => {
  const left = Math.log1p(2700) - Math.log1p(600);
  expect(expectedLoss(3000, 0.1, Number.POSITIVE_INFINITY, 1)).toBeCloseTo(Math.log1p(3000) - left, 9);
});

/**
 * A bound for all schedules with known rates: for any price of a check, each page pays the least that any interval
 * costs it, and the budget is paid for at that price (Lagrange).
 */
function boundOf(web: SyntheticWeb): (revisits: number) => number {
  const pages = Array.from({ length: web.pages }, (_, page) => {
    const [size, rewrite, rate] = [web.size(page, 0), web.rewrite(page), web.rate(page, 0)];
    let lost = 0;
    /** Loss in an interval of the given number of steps, from 1 on. */
    const losses = Array.from({ length: rate > 0 ? 400 : 0 }, (__, age) => {
      lost += age === 0 ? 0 : expectedLoss(size, rewrite, rate, age);
      return lost;
    });
    return { whole: Math.log1p(size), losses };
  });
  const least = ({ whole, losses }: (typeof pages)[number], price: number) =>
    losses.length === 0 ? 0 : Math.min(whole, ...losses.map((lost, age) => (lost + price) / (age + 1)));
  const prices = Array.from({ length: 60 }, (_, price) => pages.reduce((sum, page) => sum + least(page, price), 0));
  const possible = pages.reduce((sum, { whole }) => sum + whole, 0);
  return (checks) => 1 - Math.max(0, ...prices.map((paid, price) => paid - price * checks)) / possible;
}

test('no schedule with known rates is better by a hundredth', () => {
  const web = makeSyntheticWeb(spec({ steps: 160 }), 4);
  const bound = boundOf(web);
  for (const checks of [20, 40, 80]) {
    const reached = shareOfPossible(simulate(web, knownRates(web), revisitsARun(checks)), 40);
    const limit = bound(checks);
    expect(reached / limit, `${checks} revisits: ${reached} of ${limit}`).toBeGreaterThan(0.99);
    expect(reached / limit, `${checks} revisits: ${reached} of ${limit}`).toBeLessThan(1.01);
  }
});
