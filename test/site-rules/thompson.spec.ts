import { expect } from '@playwright/test';
import { thompson } from '../../src/site-rules/thompson.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

const clock = { now: 0, visits: 40, rewardMax: 9, sites: 2, pageLimit: 100, timeLimit: undefined };
const rewards = [4, 0, 2, 9, 0, 3, 1, 0, 5, 6];

test('draws from Gamma((k m + S)/phi, rate (k + W)/phi)', () => {
  const scores = Array.from({ length: 4000 }, (_, at) => {
    const rule = thompson.make({ keep: 0.9, k: 2 }, { seed: at + 1 });
    for (const reward of rewards) rule.learn?.({ site: 1, reward, external: [] });
    return rule.pick([view(1, { visits: rewards.length })], clock)?.score ?? Number.NaN;
  });
  const mean = 3;
  const phi = (rewards.reduce((sum, reward) => sum + reward ** 2, 0) / 10 - mean ** 2) / mean;
  const weighted = (of: (reward: number) => number) =>
    rewards.reduce((sum, reward, at) => sum + 0.9 ** (9 - at) * of(reward), 0);
  const shape = (2 * mean + weighted((reward) => reward)) / phi;
  const rate = (2 + weighted(() => 1)) / phi;
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - average) ** 2, 0) / scores.length;
  expect(average / (shape / rate)).toBeCloseTo(1, 1);
  expect(variance / (shape / rate ** 2)).toBeCloseTo(1, 0);
});

test('another seed draws differently, the same seed the same', () => {
  const pick = (seed: number) => {
    const rule = thompson.make({}, { seed });
    for (const site of [1, 2]) for (const reward of rewards) rule.learn?.({ site, reward, external: [] });
    return rule.pick([view(1, { visits: 10 }), view(2, { visits: 10 })], clock);
  };
  expect(pick(1)).toEqual(pick(1));
  expect(pick(1)?.score).not.toBe(pick(2)?.score);
});

test('finds the generous site', () => {
  const { pages } = play('thompson', [times(500, 0), times(500, 4), times(500, 1)], 300);
  expect(pages[1]).toBeGreaterThan(200);
});
