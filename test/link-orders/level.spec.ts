import { expect } from '@playwright/test';
import { compareRanks, isRefusal } from '../../src/domain/rank.ts';
import { level } from '../../src/link-orders/level.ts';
import { test } from '../plain-test.ts';
import { view } from '../site-rules/play.ts';
import { linkView } from './link-view.ts';

test('the link nearest to the start page comes first', () => {
  const order = level.make({}, { seed: 1 });
  const rank = (depth: number) => {
    const placed = order.rank(linkView({ level: depth }), view(1));
    if (isRefusal(placed)) throw new Error(placed.refused);
    return placed;
  };
  expect(
    [3, 0, 2]
      .map(rank)
      .sort(compareRanks)
      .map(({ value }) => 0 - value),
  ).toEqual([0, 2, 3]);
});
