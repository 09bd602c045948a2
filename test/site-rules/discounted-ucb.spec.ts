import { expect } from '@playwright/test';
import { discountedUcb } from '../../src/site-rules/discounted-ucb.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

const clock = { now: 0, visits: 4, rewardMax: 8, sites: 2, pageLimit: 100, timeLimit: undefined };

test('S/W + c s sqrt(ln t / W), older pages weighing less', () => {
  const rule = discountedUcb.make({ keep: 0.5, c: 0.5 }, { seed: 1 });
  for (const [site, reward] of [
    [1, 8],
    [1, 0],
    [2, 4],
    [2, 0],
  ] as const)
    rule.learn?.({ site, reward, external: [] });
  const pick = rule.pick([view(1, { visits: 2 }), view(2, { visits: 2 })], clock);
  // s: the deviation of 8, 0, 4, 0, whose mean is 3 and whose squares' mean is 20. S = 8/2 + 0 and 4/2 + 0, W = 1.5.
  const doubt = 0.5 * Math.sqrt(11) * Math.sqrt(Math.log(4) / 1.5);
  expect(pick?.score).toBeCloseTo(4 / 1.5 + doubt, 10);
  expect(pick?.next?.score).toBeCloseTo(2 / 1.5 + doubt, 10);
});

test('failures and pages in flight count as visits without a reward', () => {
  const rule = discountedUcb.make({ keep: 0.5, c: 0 }, { seed: 1 });
  rule.learn?.({ site: 1, reward: 6, external: [] });
  expect(rule.pick([view(1, { visits: 2, inFlight: 1 })], clock)?.score).toBe(2);
});

test('leaves an exhausted site, whatever it brought before', () => {
  const { pages } = play('discounted-ucb', [[...times(30, 20), ...times(400, 0)], times(400, 2)], 300);
  expect(pages[0]).toBeLessThan(180);
});
