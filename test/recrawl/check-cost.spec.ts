import { expect } from '@playwright/test';
import fc from 'fast-check';
import { costSums, fitCost } from '../../src/recrawl/run-sums.ts';
import { test } from '../plain-test.ts';

const sumsOf = (pages: readonly (readonly [size: number, milliseconds: number])[]): number[] =>
  pages
    .map(([size, milliseconds]) => costSums(size, milliseconds))
    .reduce<number[]>((sums, each) => each.map((number, index) => number + (sums[index] ?? 0)), []);

test('T = A size + B of a line is found', () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 0, max: 50_000 }), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 5000 }), (all, a, b) => {
      const { perCharacter, perPage, pages } = fitCost(sumsOf(all.map((size) => [size, a * size + b])));
      expect(perCharacter).toBeCloseTo(a, 4);
      expect(Math.abs(perPage - b)).toBeLessThan(1);
      expect(pages).toBe(all.length);
    }),
  );
});

test('A is never below 0, and B is the mean then; without data all revisits cost the same', () => {
  expect(
    fitCost(
      sumsOf([
        [0, 300],
        [1000, 200],
        [2000, 100],
      ]),
    ),
  ).toEqual({ perCharacter: 0, perPage: 200, pages: 3 });
  expect(
    fitCost(
      sumsOf([
        [500, 100],
        [500, 300],
      ]),
    ),
  ).toEqual({ perCharacter: 0, perPage: 200, pages: 2 });
  expect(fitCost([])).toEqual({ perCharacter: 0, perPage: 1, pages: 0 });
});
