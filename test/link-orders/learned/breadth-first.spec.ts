import { expect } from '@playwright/test';
import { BreadthFirst } from '../../../src/link-orders/learned/breadth-first-turns.ts';
import { test } from '../../plain-test.ts';

test('each site in turn, the lowest level first, then the earliest found', () => {
  const order = new BreadthFirst();
  order.add(1, 1, 2);
  order.add(2, 1, 1);
  order.add(3, 1, 1);
  order.add(4, 2, 5);
  order.add(5, 2, 3);
  const visited = new Set([3]);
  const take = () => order.take((link) => !visited.has(link));
  const taken = [take(), take(), take(), take()];
  expect(taken.filter((link) => link !== undefined && [1, 2, 3].includes(link))).toEqual([2, 1]);
  expect(taken.filter((link) => link !== undefined && [4, 5].includes(link))).toEqual([5, 4]);
  expect(take()).toBeUndefined();
  order.add(6, 1, 1);
  expect(take()).toBe(6);
});

test('nothing was found', () => {
  expect(new BreadthFirst().take(() => true)).toBeUndefined();
});
