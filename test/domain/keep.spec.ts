import { expect } from '@playwright/test';
import { keep } from '../../src/domain/keep.ts';
import { test } from '../plain-test.ts';

test('the one that was set first gives way, and what is there keeps its place', () => {
  const map = new Map<string, number>();
  for (const [key, value] of Object.entries({ a: 1, b: 2 })) keep(map, key, value, 2);
  keep(map, 'a', 3, 2);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  keep(map, 'c', 4, 2);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
});
