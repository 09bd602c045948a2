import { expect } from '@playwright/test';
import { gittins } from '../../src/site-rules/gittins.ts';
import { test } from '../plain-test.ts';
import { play, times, view } from './play.ts';

test('n pages on every site, then blocks of n on the site of the largest mean', () => {
  // After the first blocks: Ind = 1.5, 3, 0. Site 2 falls to 8/4 = 2, then 8/6 = 1.33 < 1.5: site 1.
  const sites = [[1, 2, 0, 0, 0, 0], [2, 4, 1, 1, 0, 0, 0, 0], times(9, 0)];
  expect(play('gittins', sites, 12, { n: 2 }).order).toEqual([1, 1, 2, 2, 3, 3, 2, 2, 2, 2, 1, 1]);
});

test('a site whose first n pages gave nothing is not visited while another gives', () => {
  expect(play('gittins', [times(50, 1), [0, 0, ...times(50, 9)]], 30, { n: 2 }).pages).toEqual([28, 2]);
});

test('never more than N pages; an exhausted site leaves the game in mid-block', () => {
  expect(play('gittins', [[9, 9, 9], times(20, 1)], 10, { n: 2 }).order).toEqual([1, 1, 2, 2, 1, 2, 2, 2, 2, 2]);
  expect(play('gittins', [times(20, 1), times(20, 2)], 5, { n: 2 }).order).toEqual([1, 1, 2, 2, 2]);
});

test('all rewards zero: the least visited site is next, so none is kept forever', () => {
  expect(
    play(
      'gittins',
      times(3, 0).map(() => times(20, 0)),
      18,
      { n: 2 },
    ).pages,
  ).toEqual([6, 6, 6]);
});

test('K > N: the first sites in the list', () => {
  expect(
    play(
      'gittins',
      times(9, 0).map(() => times(5, 1)),
      4,
      { n: 3 },
    ).order,
  ).toEqual([1, 1, 1, 2]);
});

test('a site added later gets its first n pages at once', () => {
  const clock = { now: 0, visits: 40, rewardMax: 3, sites: 3, pageLimit: 100, timeLimit: undefined };
  const rule = gittins.make({ n: 10 }, { seed: 1 });
  expect(
    rule.pick([view(1, { visits: 20, rewardSum: 40 }), view(3), view(2, { visits: 20, rewardSum: 20 })], clock)?.site,
  ).toBe(3);
});

test('pages in flight count as visits of the block, not for its mean', () => {
  const clock = { now: 0, visits: 25, rewardMax: 3, sites: 2, pageLimit: 100, timeLimit: undefined };
  const rule = gittins.make({ n: 10 }, { seed: 1 });
  expect(
    rule.pick([view(1, { visits: 9, inFlight: 1, rewardSum: 9 }), view(2, { visits: 14, inFlight: 1 })], clock)?.site,
  ).toBe(2);
  expect(
    rule.pick([view(1, { visits: 8, inFlight: 2, rewardSum: 9 }), view(2, { visits: 10, rewardSum: 10 })], clock)?.site,
  ).toBe(1);
});
