import { expect } from '@playwright/test';
import { Turns } from '../../../src/link-orders/learned/turns.ts';
import { test } from '../../plain-test.ts';

/** Share of the last visits that breadth first had, where the two orders bring that much. */
function share(learned: number, breadthFirst: number): number {
  const turns = new Turns();
  let isBreadthFirst = false;
  let had = 0;
  for (let visit = 0; visit < 600; visit++) {
    turns.add(isBreadthFirst, isBreadthFirst ? breadthFirst : learned);
    isBreadthFirst = turns.isDue(0);
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

/** Share of the last visits that breadth first had of equal turns, where a turn is over so many visits after it was taken. */
function lateShare(visits: number): number {
  const turns = new Turns();
  const ends = new Set<number>();
  for (let visit = 0; visit < 600; visit++) {
    turns.add(ends.has(visit), 1);
    if (turns.isDue(0)) ends.add(visit + visits);
  }
  return [...ends].filter((visit) => visit >= 300 && visit < 600).length / 300;
}

test('turns that are over late are as many', () => {
  expect(lateShare(1)).toBeCloseTo(0.5, 1);
  expect(lateShare(16)).toBeCloseTo(0.5, 1);
});

test('a turn that is taken and not over counts', () => {
  const turns = new Turns();
  for (let visit = 0; visit < 3; visit++) turns.add(false, 0);
  expect(turns.isDue(0)).toBe(true);
  expect(turns.isDue(1)).toBe(false);
});
