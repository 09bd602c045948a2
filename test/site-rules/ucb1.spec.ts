import { expect } from '@playwright/test';
import { ucb1 } from '../../src/site-rules/ucb1.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

const clock = { now: 0, visits: 10, rewardMax: 4, sites: 2, pageLimit: 100, timeLimit: undefined };

test('m pages on every site first', () => {
  expect(play('ucb1', [times(9, 0), times(9, 5), times(9, 1)], 6, { m: 2 }).order).toEqual([1, 1, 2, 2, 3, 3]);
});

test('then the largest mean/Xmax + sqrt(2 ln n / t)', () => {
  const rule = ucb1.make({ m: 2 }, { seed: 1 });
  // n = 10, Xmax = 4. Site 1: 16/8/4 + sqrt(2 ln 10 / 8) = 0.5 + 0.759 = 1.259; site 2: 0 + sqrt(2 ln 10 / 2) = 1.517.
  expect(rule.pick([view(1, { visits: 8, rewardSum: 16 }), view(2, { visits: 2 })], clock)?.site).toBe(2);
  // Site 2 with 4 visits: sqrt(2 ln 10 / 4) = 1.073 < 1.259 (n is the clock's).
  expect(rule.pick([view(1, { visits: 8, rewardSum: 16 }), view(2, { visits: 4 })], clock)?.site).toBe(1);
});

test('Xmax = 0: the first term is 0', () => {
  const rule = ucb1.make({ m: 1 }, { seed: 1 });
  const dry = { ...clock, rewardMax: 0 };
  expect(rule.pick([view(1, { visits: 7 }), view(2, { visits: 3 })], dry)?.site).toBe(2);
  expect(play('ucb1', [times(20, 0), times(20, 0)], 10, { m: 1 }).pages).toEqual([5, 5]);
});

test("pages in flight lower a site's score, so that concurrent picks differ", () => {
  const rule = ucb1.make({ m: 2 }, { seed: 1 });
  const first = view(1, { visits: 5, rewardSum: 10 });
  const second = view(2, { visits: 5, rewardSum: 9 });
  expect(rule.pick([first, second], clock)?.site).toBe(1);
  expect(rule.pick([{ ...first, inFlight: 1 }, second], { ...clock, visits: 11 })?.site).toBe(2);
});

test('finds the generous site and never abandons the others', () => {
  const { pages } = play('ucb1', [times(500, 0), times(500, 4), times(500, 1)], 300, { m: 5 });
  expect(pages[1]).toBeGreaterThan(200);
  expect(Math.min(...pages)).toBeGreaterThan(5);
});
