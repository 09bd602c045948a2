import { expect, test } from '@playwright/test';
import { Turns } from '../../../src/link-orders/learned/turns.ts';

/** Share of the last visits that breadth first had, where the two orders bring that much. */
function share(learned: number, breadthFirst: number): number {
  const turns = new Turns();
  let isBreadthFirst = false;
  let had = 0;
  for (let visit = 0; visit < 600; visit++) {
    turns.add(isBreadthFirst, isBreadthFirst ? breadthFirst : learned);
    isBreadthFirst = turns.take();
    if (visit >= 300 && isBreadthFirst) had++;
  }
  return had / 300;
}

test('equal turns where neither brings more, or anything', () => {
  expect(share(0, 0)).toBeCloseTo(0.5, 1);
  expect(share(4, 4)).toBeCloseTo(0.5, 1);
});

test('breadth first keeps few turns where it brings little, and never more than half', () => {
  expect(share(20, 1)).toBeLessThan(0.1);
  expect(share(20, 0)).toBeGreaterThan(0.02);
  expect(share(0, 50)).toBeCloseTo(0.5, 1);
});
