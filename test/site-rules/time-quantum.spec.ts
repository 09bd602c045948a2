import { expect } from '@playwright/test';
import { timeQuantum } from '../../src/site-rules/time-quantum.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

test('each site in turn gets a share of the pages', () => {
  expect(play('time-quantum', [times(9, 0), times(9, 0), times(9, 0)], 12, { turns: 2 }).order).toEqual([
    1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3,
  ]);
});

test('pages left by an exhausted site go to the others', () => {
  expect(play('time-quantum', [times(1, 0), times(20, 0), times(20, 0)], 13, { turns: 1 }).pages).toEqual([1, 8, 4]);
});

test('with a time limit turns are measured in time', () => {
  const rule = timeQuantum.make({ turns: 2, seconds: 10 }, { seed: 1 });
  const clock = { now: 0, visits: 0, rewardMax: 0, sites: 2, pageLimit: 100, timeLimit: 40_000 };
  expect(rule.pick([view(1, { visits: 90, milliseconds: 9_999 }), view(2)], clock)?.site).toBe(1);
  expect(rule.pick([view(1, { visits: 2, milliseconds: 10_000 }), view(2)], clock)?.site).toBe(2);
  expect(rule.pick([view(1, { visits: 9, milliseconds: 9_000, inFlight: 1 }), view(2)], clock)?.site).toBe(2);
});

test('without a budget a turn has a fixed number of seconds', () => {
  const rule = timeQuantum.make({ turns: 4, seconds: 3 }, { seed: 1 });
  const clock = { now: 0, visits: 0, rewardMax: 0, sites: 2, pageLimit: undefined, timeLimit: undefined };
  expect(rule.pick([view(1, { visits: 1, milliseconds: 2_999 }), view(2)], clock)?.site).toBe(1);
  expect(rule.pick([view(1, { visits: 1, milliseconds: 3_000 }), view(2)], clock)?.site).toBe(2);
});
