import { expect } from '@playwright/test';
import { TIER, type TieredRank } from '../../src/domain/rank.ts';
import { bestFirst } from '../../src/site-rules/best-first.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

const clock = { now: 0, visits: 10, rewardMax: 4, sites: 3, pageLimit: 100, timeLimit: undefined };
const rule = bestFirst.make({ by: 'pages' }, { seed: 1 });
const ranked = (id: number, rank: Partial<TieredRank>, visits = 0) =>
  view(id, { visits, best: { tier: TIER.page, lane: 0, value: 0, ...rank } });
const order = (sites: ReturnType<typeof ranked>[]): number[] => {
  const picked = rule.pick(sites, clock)?.site;
  return picked === undefined ? [] : [picked, ...order(sites.filter(({ id }) => id !== picked))];
};

test('the site with the best waiting link: tier, lane, the value of its group, its own', () => {
  expect(
    order([
      ranked(1, { tier: TIER.guess, lane: 9, value: 9 }),
      ranked(2, { value: 0.2 }),
      ranked(3, { value: 0.9 }),
      ranked(4, { group: { name: 'a', value: 2 }, value: 0.1 }),
      ranked(5, { group: { name: 'b', value: -1 }, value: 7 }),
      ranked(6, { lane: 1, value: -5 }),
      ranked(7, { tier: TIER.document, lane: 3, value: 9 }),
    ]),
  ).toEqual([6, 4, 3, 2, 5, 7, 1]);
});

test('the score is the number of the best rank, and the runner-up is reported', () => {
  const pick = rule.pick([ranked(1, { value: 0.25 }), ranked(2, { value: 0.75 }), ranked(3, { value: 0.5 })], clock);
  expect(pick).toEqual({ site: 2, score: 0.75, next: { site: 3, score: 0.5 } });
});

test('equal ranks: the fewest visits, then the first in the list', () => {
  expect(order([ranked(3, {}, 2), ranked(2, {}, 1), ranked(1, {}, 1), ranked(4, {}, 0)])).toEqual([4, 1, 2, 3]);
  expect(play('best-first', [times(3, 0), times(3, 5)], 6).order).toEqual([1, 2, 1, 2, 1, 2]);
});

test('pages in flight count as visits, so that concurrent picks differ', () => {
  expect(rule.pick([{ ...ranked(1, {}), inFlight: 1 }, ranked(2, {})], clock)?.site).toBe(2);
});

test('by time: the best value per second, v - ln(seconds a page); a new site is assumed to need one', () => {
  const byTime = bestFirst.make({ by: 'time' }, { seed: 1 });
  const slow = { ...ranked(1, { value: 2 }, 9), milliseconds: 29_000 };
  const quick = { ...ranked(2, { value: 1.2 }, 9), milliseconds: 9_000 };
  const fresh = ranked(3, { value: 1 });
  const pick = byTime.pick([slow, quick, fresh], clock);
  expect(pick).toMatchObject({ site: 2, score: 1.2, next: { site: 3, score: 1 } });
  expect(rule.pick([slow, quick, fresh], clock)?.site).toBe(1);
  const first = { ...slow, best: { tier: TIER.page, lane: 1, value: 0 } };
  expect(byTime.pick([first, quick], clock)?.site, 'lanes come before').toBe(1);
});

test('it waits for a busy host that is better by the margin, or in a better lane, if pages are counted', () => {
  const patient = bestFirst.make({ by: 'pages', margin: 1 }, { seed: 1 });
  const [picked, busy] = [ranked(1, { value: 0.5 }), ranked(2, { value: 1.75 })];
  expect(patient.waits?.(picked, busy, clock)).toBe(true);
  expect(patient.waits?.(picked, ranked(2, { value: 1.25 }), clock)).toBe(false);
  expect(patient.waits?.(picked, ranked(2, { lane: 1, value: -9 }), clock)).toBe(true);
  expect(patient.waits?.(ranked(1, { lane: 1, value: -9 }), busy, clock)).toBe(false);
  expect(patient.waits?.(picked, busy, { ...clock, pageLimit: undefined })).toBe(false);
  expect(patient.waits?.(picked, busy, { ...clock, timeLimit: 1000 })).toBe(false);
  expect(bestFirst.make({ by: 'time', margin: 1 }, { seed: 1 }).waits).toBeUndefined();
  expect(rule.waits).toBeUndefined();
});
