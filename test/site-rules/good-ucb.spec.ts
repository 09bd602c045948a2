import { expect } from '@playwright/test';
import { goodUcb } from '../../src/site-rules/good-ucb.ts';
import { test } from '../plain-test.ts';
import { view } from './play.ts';

const clock = { now: 0, visits: 5, rewardMax: 3, sites: 2, pageLimit: 100, timeLimit: undefined };

test('Q/n + c s sqrt(ln(4 t) / n), Q the links on exactly one page', () => {
  const rule = goodUcb.make({ c: 0.3 }, { seed: 1 });
  // Site 1: 12 stands on one page; 10 and 11 were seen again. Site 2: all of 20 to 23 were seen once.
  rule.learn?.({ site: 1, reward: 3, external: [10, 11, 12] });
  rule.learn?.({ site: 1, reward: 0, external: [10, 11] });
  rule.learn?.({ site: 1, reward: 0, external: [10] });
  rule.learn?.({ site: 2, reward: 3, external: [20, 21, 22] });
  rule.learn?.({ site: 2, reward: 1, external: [23] });
  const pick = rule.pick([view(1, { visits: 3 }), view(2, { visits: 2 })], clock);
  // Rewards 3, 0, 0, 3, 1: their mean is 1.4, their squares' 3.8.
  const doubt = 0.3 * Math.sqrt(3.8 - 1.4 ** 2) * Math.sqrt(Math.log(20));
  expect(pick).toMatchObject({ site: 2, next: { site: 1 } });
  expect(pick?.score).toBeCloseTo(4 / 2 + doubt / Math.sqrt(2), 10);
  expect(pick?.next?.score).toBeCloseTo(1 / 3 + doubt / Math.sqrt(3), 10);
});

test('a site without a visit comes first; among equals the one with the fewest visits', () => {
  const rule = goodUcb.make({}, { seed: 1 });
  expect(rule.pick([view(1, { visits: 3 }), view(2), view(3)], clock)?.site).toBe(2);
  expect(rule.pick([view(1, { visits: 3 }), view(2, { visits: 1, inFlight: 1 })], clock)?.site).toBe(2);
});
