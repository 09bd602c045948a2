import { expect } from '@playwright/test';
import { drawn } from '../../src/domain/random.ts';
import { test } from '../plain-test.ts';

test('a number for a seed and a thing: always the same, evenly spread, independent of others', () => {
  const numbers = Array.from({ length: 2000 }, (_, of) => drawn(1, of));
  expect(numbers).toEqual(Array.from({ length: 2000 }, (_, of) => drawn(1, of)));
  expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
  const tenths = Array.from({ length: 10 }, (_, at) => numbers.filter((one) => Math.floor(10 * one) === at).length);
  for (const count of tenths) expect(Math.abs(count - 200)).toBeLessThan(60);
  expect(new Set(numbers).size).toBe(2000);
  expect(drawn(2, 7)).not.toBe(drawn(1, 7));
});
