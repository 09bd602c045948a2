import { expect } from '@playwright/test';
import { createRandom } from '../../../src/domain/random.ts';
import { Turns } from '../../../src/link-orders/learned/breadth-first-turns.ts';
import { test } from '../../plain-test.ts';

/**
 * Share of breadth first among the last 300 of 600 visits, where three in ten visits of each order have the given
 * rewards and results are late by the given number of visits.
 */
function share(learned: number, breadthFirst: number, late = 1): number {
  const random = createRandom(`turns ${learned} ${breadthFirst}`);
  const turns = new Turns();
  const ends = new Map<number, number>();
  let had = 0;
  for (let visit = 0; visit < 600; visit++) {
    const isBreadthFirst = ends.delete(visit);
    const brings = isBreadthFirst ? breadthFirst : learned;
    turns.add(isBreadthFirst, random.chance(0.3) ? brings : 0);
    if (turns.isDue(ends.size)) ends.set(visit + late, visit);
    if (visit >= 300 && isBreadthFirst) had++;
  }
  return had / 300;
}

test('each order gets turns by its chance of finding more: all, about half, hardly any', () => {
  expect(share(0, 50)).toBeGreaterThan(0.9);
  for (const both of [0, 4]) {
    expect(share(both, both)).toBeGreaterThan(0.3);
    expect(share(both, both)).toBeLessThan(0.6);
  }
  expect(share(20, 1)).toBeLessThan(0.1);
  expect(share(20, 10)).toBeLessThan(share(20, 20));
});

test('breadth first is tried less at the start than the learned order', () => {
  const turns = new Turns();
  const random = createRandom('start');
  let taken = 0;
  for (let visit = 0; visit < 40; visit++) {
    turns.add(false, random.chance(0.3) ? 20 : 0);
    if (turns.isDue(taken)) taken++;
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(14);
});

test('late results give the same number of turns', () => {
  expect(Math.abs(share(4, 4, 16) - share(4, 4))).toBeLessThan(0.15);
});

test('a turn in flight does not count', () => {
  const turns = new Turns();
  for (let visit = 0; visit < 3; visit++) turns.add(false, 0);
  expect(turns.isDue(0)).toBe(true);
  expect(turns.isDue(1)).toBe(false);
});

test('saved state continues identically', () => {
  const [one, other] = [new Turns(), new Turns()];
  for (let visit = 0; visit < 30; visit++) one.add(visit % 3 === 0, visit % 5);
  other.load(one.save());
  for (let visit = 0; visit < 30; visit++) {
    one.add(visit % 4 === 0, visit % 3);
    other.add(visit % 4 === 0, visit % 3);
    expect(other.save()).toEqual(one.save());
  }
});

test('with a topic, breadth first gets no turns while the yield lasts, and some when it ends', () => {
  const turns = new Turns(true);
  const random = createRandom('led');
  const taken = (visits: number, brings: number) => {
    let had = 0;
    for (let visit = 0; visit < visits; visit++) {
      const isDue = turns.isDue(0);
      if (isDue) had++;
      turns.add(isDue, !isDue && random.chance(0.3) ? brings : 0);
    }
    return had;
  };
  expect(taken(100, 20)).toBeLessThan(3);
  expect(taken(400, 0)).toBeGreaterThan(3);
});
