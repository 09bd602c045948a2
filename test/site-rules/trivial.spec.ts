import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { play, times } from './play.ts';

test('[N/K] pages of each site in turn, then the rest on the best', () => {
  // N = 10, K = 4: [2.5] = 3 by rounding to the nearest, so the fourth site gets what is left.
  expect(
    play(
      'trivial',
      times(4, 0).map(() => times(9, 1)),
      10,
    ).order,
  ).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
  // N = 9, K = 4: [2.25] = 2, and one page is left for the best.
  const sites = [times(9, 1), [3, 0, 5], times(9, 1), times(9, 0)];
  expect(play('trivial', sites, 9)).toEqual({ order: [1, 1, 2, 2, 3, 3, 4, 4, 2], pages: [2, 3, 2, 2], reward: 12 });
});

test('a site with fewer pages leaves the game, and so does the best when it is exhausted', () => {
  expect(play('trivial', [[1], [9, 0], times(9, 2)], 9).pages).toEqual([1, 2, 6]);
});

test('more sites than pages: never more than N', () => {
  expect(
    play(
      'trivial',
      times(8, 0).map(() => times(5, 1)),
      3,
    ).order,
  ).toEqual([1, 1, 1]);
  expect(
    play(
      'trivial',
      times(4, 0).map(() => times(5, 1)),
      3,
    ).order,
  ).toEqual([1, 2, 3]);
});

test('all rewards zero: the first in the list keeps the rest', () => {
  expect(play('trivial', [times(9, 0), times(9, 0)], 7).pages).toEqual([4, 3]);
  expect(play('trivial', [times(9, 0), times(9, 0), times(9, 0)], 10).pages).toEqual([4, 3, 3]);
});
