import { expect } from '@playwright/test';
import { trustFrom, trustSums } from '../../src/revisit-rules/rates.ts';
import { test } from '../plain-test.ts';

/**
 * A site's sums after checks of unreported and reported pages, with the given numbers of found and expected changes.
 */
const sums = (silent: number, missed: number, missable: number, alarms: number, found: number, expected: number) => [
  silent,
  missed,
  missable,
  alarms,
  found,
  expected,
];

test('an unknown site is not trusted', () => {
  expect(trustFrom([])).toEqual({ silence: 1, alarm: 0 });
});

test('a correct site is trusted, except for audits', () => {
  const { silence, alarm } = trustFrom(sums(400, 0, 80, 200, 200, 60));
  expect(silence).toBe(0.02);
  expect(alarm).toBeGreaterThan(0.8);
});

test('a site that always reports changes, or never does, counts as one that reports nothing', () => {
  expect(trustFrom(sums(0, 0, 0, 500, 105, 100)).alarm).toBe(0);
  expect(trustFrom(sums(500, 95, 100, 0, 0, 0)).silence).toBe(1);
});

test('the effect of one revisit', () => {
  expect(trustSums(false, true, 0.25)).toEqual([1, 1, 0.25, 0, 0, 0]);
  expect(trustSums(true, false, 0.25)).toEqual([0, 0, 0, 1, 0, 0.25]);
});
