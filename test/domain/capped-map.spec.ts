import { expect } from '@playwright/test';
import { setCapped } from '../../src/domain/capped-map.ts';
import { test } from '../plain-test.ts';

test('a full map loses its oldest key, and a known key keeps its place', () => {
  const map = new Map<string, number>();
  for (const [key, value] of Object.entries({ a: 1, b: 2 })) setCapped(map, key, value, 2);
  setCapped(map, 'a', 3, 2);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  setCapped(map, 'c', 4, 2);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
});
