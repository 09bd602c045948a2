import { expect } from '@playwright/test';
import { knownRates } from '../../../src/lab/recrawl/known-rates.ts';
import { recrawlLab, revisitsARun, shareOfPossible } from '../../../src/lab/recrawl/recrawl-lab.ts';
import { type Budget, simulate } from '../../../src/lab/recrawl/simulate.ts';
import { makeSyntheticWeb, type SyntheticSpec } from '../../../src/lab/recrawl/synthetic-web.ts';
import type { VersionedWeb } from '../../../src/lab/recrawl/versioned-web.ts';
import { mean } from '../../../src/lab/statistics.ts';
import { revisitRules } from '../../../src/revisit-rules/registry.ts';
import { must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';
import { rule } from '../../revisit-rules/pages.ts';
import { spec } from './webs.ts';

/** Returns the mean share of the possible Q that a rule reaches after the warm-up, over some webs. */
const shareOf = (name: string, web: SyntheticSpec, seeds: readonly number[], budget: Budget): number =>
  mean(
    seeds.map((seed) =>
      shareOfPossible(simulate(makeSyntheticWeb(web, seed), rule(name), budget), Math.floor(web.steps / 4)),
    ),
  );

/** Two pages of 999 characters: page 0 is static, page 1 has 100 characters replaced on step 1 and is gone from step 3 on; page 2 appears on step 2. */
const byHand: VersionedWeb = {
  name: 'by hand',
  steps: 3,
  pages: 3,
  site: () => 0,
  group: () => 0,
  size: (page, step) => ((page === 1 && step >= 3) || (page === 2 && step < 2) ? -1 : 999),
  compare(page, from, to) {
    if (page === 1 && to >= 3) return { kept: 0, gone: 999, fresh: 0 };
    return page === 1 && from < 1 ? { kept: 899, gone: 100, fresh: 100 } : { kept: 999, gone: 0, fresh: 0 };
  },
  check: (page, from, to) => byHand.compare(page, from, to),
  lastModified: () => Number.NaN,
};

test('Q by hand: after the changes and the revisits of each step, new pages first', () => {
  const results = simulate(byHand, rule('uniform'), revisitsARun(1));
  const [whole, stale] = [Math.log(1000), Math.log(900) - Math.log(201)];
  // Step 1: page 0 is checked. Step 2: page 2 is fetched, nothing is left. Step 3: page 1, checked longest ago, is found gone.
  expect(results.map(({ q }) => q)).toEqual(
    [whole + stale, 2 * whole + stale, 2 * whole].map((q) => expect.closeTo(q, 9)),
  );
  expect(results.map(({ possible }) => possible)).toEqual([2, 3, 2].map((pages) => expect.closeTo(pages * whole, 9)));
  expect(results.map(({ revisits, changed }) => [revisits, changed])).toEqual([
    [1, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('every step spends its budget, in revisits or in time; a started revisit is completed', () => {
  const web = makeSyntheticWeb(spec({ size: { median: 3000, sigma: 0.5 } }), 1);
  for (const { name } of revisitRules) {
    expect(simulate(web, rule(name), revisitsARun(30)).map(({ spent }) => spent)).toEqual(Array(80).fill(30));
    for (const { spent } of simulate(web, rule(name), { perStep: 20, perCharacter: 1e-4, perFetch: 0.2 })) {
      must(spent >= 20 && spent < 20 + 0.2 + 1e-4 * 30_000, `the budget is spent: ${spent}`);
    }
  }
});

test('with a time budget, the rule that weighs the cost is best', () => {
  const budget = { perStep: 15, perCharacter: 1e-4, perFetch: 0.05 };
  const of = (name: string) => shareOf(name, spec({ size: { median: 2000, sigma: 1.5 } }), [1, 2], budget);
  expect(of('fresh')).toBeGreaterThan(Math.max(of('uniform'), of('proportional')));
});

test('shares are reported over the steps after the warm-up, and over all', async () => {
  const web = makeSyntheticWeb(spec({ steps: 40 }), 1);
  const { results } = await recrawlLab(
    {
      name: 'made up',
      web: () => ({ web, optimum: knownRates(web) }),
      seeds: 1,
      budgets: [0.1],
      rules: [{ name: 'uniform', make: () => rule('uniform') }],
    },
    () => undefined,
    new AbortController().signal,
  );
  const [known, uniform] = results;
  const steps = simulate(web, rule('uniform'), revisitsARun(40));
  expect(uniform?.mean).toBe(shareOfPossible(steps, 10));
  expect(uniform?.allSteps?.mean).toBe(shareOfPossible(steps, 0));
  expect(uniform?.allSteps?.mean).not.toBe(uniform?.mean);
  expect(known?.allSteps?.ratioToOracle).toBe(1);
  const ofKnown = (uniform?.allSteps?.mean ?? 0) / (known?.allSteps?.mean ?? 1);
  expect(uniform?.allSteps?.ratioToOracle).toBeCloseTo(ofKnown, 12);
});

test('with enough budget for every page at every step, all of it is reached', () => {
  expect(shareOf('uniform', spec(), [1], revisitsARun(400))).toBe(1);
});

test('the same seed and rule give the same steps', () => {
  const run = () => simulate(makeSyntheticWeb(spec({ turnover: 0.01 }), 7), rule('fresh'), revisitsARun(40));
  expect(run()).toEqual(run());
});

const worlds: readonly (readonly [what: string, more: Parameters<typeof spec>[0], revisits: number])[] = [
  ['all static', { static: 1 }, 40],
  ['all change at every step', { static: 0, always: 1 }, 40],
  ['rates drift', { drift: 0.005 }, 40],
  ['Pareto rates', { rates: { law: 'pareto', alpha: 1.2, least: 0.02 } }, 40],
  ['sections of like rates', { sections: { count: 10, correlation: 0.8 } }, 40],
  ['all signals lie', { signals: { pages: 1, lying: 1 } }, 40],
  ['a hundredth a step', {}, 4],
  ['pages appear and vanish', { turnover: 0.003 }, 40],
  ['blocks differ at every fetch', { unstable: { pages: 0.2, text: 0.05, filtered: false } }, 40],
];

for (const [what, more, revisits] of worlds)
  test(`fresh is not below uniform where ${what}`, () => {
    const of = (name: string) => shareOf(name, spec({ steps: 120, ...more }), [11, 12], revisitsARun(revisits));
    expect(of('fresh')).toBeGreaterThanOrEqual(of('uniform'));
  });

test('honest signals raise fresh above what the rates alone allow', () => {
  const of = (pages: number) => shareOf('fresh', spec({ signals: { pages, lying: 0 } }), [1, 2], revisitsARun(40));
  expect(of(1)).toBeGreaterThan(of(0) + 0.01);
});
