import { expect } from '@playwright/test';
import { compareRules, revisitsARun, shareOfPossible } from '../../../src/lab/recrawl/recrawl-lab.ts';
import { simulate } from '../../../src/lab/recrawl/simulate.ts';
import { makeSyntheticWeb } from '../../../src/lab/recrawl/synthetic-web.ts';
import type { VersionedWeb } from '../../../src/lab/recrawl/versioned-web.ts';
import { revisitRules } from '../../../src/revisit-rules/registry.ts';
import { must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';
import { rule } from '../../revisit-rules/pages.ts';
import { spec } from './webs.ts';

/** Two pages of 999 characters: page 0 is static, page 1 has 100 characters replaced on night 1 and is gone from night 3 on; page 2 appears on night 2. */
const byHand: VersionedWeb = {
  name: 'by hand',
  nights: 3,
  pages: 3,
  site: () => 0,
  group: () => 0,
  size: (page, night) => ((page === 1 && night >= 3) || (page === 2 && night < 2) ? -1 : 999),
  compare(page, from, to) {
    if (page === 1 && to >= 3) return { kept: 0, gone: 999, fresh: 0 };
    return page === 1 && from < 1 ? { kept: 899, gone: 100, fresh: 100 } : { kept: 999, gone: 0, fresh: 0 };
  },
  check: (page, from, to) => byHand.compare(page, from, to),
  lastModified: () => Number.NaN,
};

test('Q by hand: after the changes and the checks of each night, new pages first', () => {
  const results = simulate(byHand, rule('uniform'), revisitsARun(1));
  const [whole, stale] = [Math.log(1000), Math.log(900) - Math.log(201)];
  // Night 1: page 0 is checked. Night 2: page 2 is fetched, nothing is left. Night 3: page 1, checked longest ago, is found gone.
  expect(results.map(({ q }) => q)).toEqual(
    [whole + stale, 2 * whole + stale, 2 * whole].map((q) => expect.closeTo(q, 9)),
  );
  expect(results.map(({ possible }) => possible)).toEqual([2, 3, 2].map((pages) => expect.closeTo(pages * whole, 9)));
  expect(results.map(({ checks, changed }) => [checks, changed])).toEqual([
    [1, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('every night spends its budget, in checks or in time; a check that has begun is not cut off', () => {
  const web = makeSyntheticWeb(spec({ size: { median: 3000, sigma: 0.5 } }), 1);
  for (const { name } of revisitRules) {
    expect(simulate(web, rule(name), revisitsARun(30)).map(({ spent }) => spent)).toEqual(Array(80).fill(30));
    for (const { spent } of simulate(web, rule(name), { night: 20, perCharacter: 1e-4, perFetch: 0.2 })) {
      must(spent >= 20 && spent < 20 + 0.2 + 1e-4 * 30_000, `the budget is spent: ${spent}`);
    }
  }
});

test('with a budget of time, the rule that weighs the cost does best', () => {
  const budget = { night: 15, perCharacter: 1e-4, perFetch: 0.05 };
  const [, ...results] = compareRules(spec({ size: { median: 2000, sigma: 1.5 } }), [1, 2], budget, {
    uniform: () => rule('uniform'),
    proportional: () => rule('proportional'),
    fresh: () => rule('fresh'),
  });
  const best = results.toSorted((a, b) => b.ofPossible - a.ofPossible)[0];
  expect(best?.name).toBe('fresh');
});

test('shares are reported over the nights after the warm-up, and over all', () => {
  const web = spec({ nights: 40 });
  const [known, uniform] = compareRules(web, [3], revisitsARun(40), { uniform: () => rule('uniform') });
  const nights = simulate(makeSyntheticWeb(web, 3), rule('uniform'), revisitsARun(40));
  expect(uniform?.ofPossible).toBe(shareOfPossible(nights, 10));
  expect(uniform?.ofPossibleAllNights).toBe(shareOfPossible(nights, 0));
  expect(uniform?.ofPossibleAllNights).not.toBe(uniform?.ofPossible);
  expect(known?.ofOptimumAllNights).toBe(1);
  const ofKnown = (uniform?.ofPossibleAllNights ?? 0) / (known?.ofPossibleAllNights ?? 1);
  expect(uniform?.ofOptimumAllNights).toBeCloseTo(ofKnown, 12);
});

test('enough for every page every night: all of it is reached', () => {
  const [, all] = compareRules(spec(), [1], revisitsARun(400), { uniform: () => rule('uniform') });
  expect(all?.ofPossible).toBe(1);
});

test('the same seed and rule give the same nights', () => {
  const run = () => simulate(makeSyntheticWeb(spec({ turnover: 0.01 }), 7), rule('fresh'), revisitsARun(40));
  expect(run()).toEqual(run());
});

const worlds: readonly (readonly [what: string, more: Parameters<typeof spec>[0], checks: number])[] = [
  ['all static', { static: 1 }, 40],
  ['all change every night', { static: 0, nightly: 1 }, 40],
  ['rates drift', { drift: 0.005 }, 40],
  ['Pareto rates', { rates: { law: 'pareto', alpha: 1.2, least: 0.02 } }, 40],
  ['sections of like rates', { sections: { count: 10, correlation: 0.8 } }, 40],
  ['all signals lie', { signals: { pages: 1, lying: 1 } }, 40],
  ['a hundredth a night', {}, 4],
  ['pages appear and vanish', { turnover: 0.003 }, 40],
  ['blocks differ at every fetch', { unstable: { pages: 0.2, text: 0.05, filtered: false } }, 40],
];

for (const [what, more, checks] of worlds)
  test(`fresh is not below uniform where ${what}`, () => {
    const [, uniform, fresh] = compareRules(spec({ nights: 120, ...more }), [11, 12], revisitsARun(checks), {
      uniform: () => rule('uniform'),
      fresh: () => rule('fresh'),
    });
    expect(fresh?.ofPossible ?? 0).toBeGreaterThanOrEqual(uniform?.ofPossible ?? 1);
  });

test('true signals lift fresh above what the rates alone can tell', () => {
  const rules = { fresh: () => rule('fresh') };
  const of = (pages: number) =>
    compareRules(spec({ signals: { pages, lying: 0 } }), [1, 2], revisitsARun(40), rules)[1];
  expect(of(1)?.ofPossible).toBeGreaterThan((of(0)?.ofPossible ?? 1) + 0.01);
});
