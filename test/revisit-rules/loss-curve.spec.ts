import { expect } from '@playwright/test';
import fc from 'fast-check';
import { curveSums, fitCurve, leftOf, worthOnCurve } from '../../src/revisit-rules/rates.ts';
import { addSums, type Pool } from '../../src/revisit-rules/revisit-rule.ts';
import { test } from '../plain-test.ts';

const poisson = (x: number, j: number): number => (j === 0 ? Math.exp(-x) : (poisson(x, j - 1) * x) / j);

test('the remainder of a changed page is the mean over Poisson numbers of changes', () => {
  const curve = { first: 0.3, further: 0.5 };
  for (const x of [0.1, 1, 4]) {
    let mean = 0;
    for (let j = 1; j < 60; j++) mean += poisson(x, j) * 0.3 * 0.5 ** (j - 1);
    expect(leftOf(curve, x)).toBeCloseTo(mean / (1 - Math.exp(-x)), 9);
  }
});

test('the value of a revisit is t f(t) less the sum of the f before', () => {
  const curve = { first: 0.3, further: 0.5 };
  const f = (x: number) => 1 - Math.exp(-x) - leftOf(curve, x) * (1 - Math.exp(-x));
  for (const age of [1, 3, 10]) {
    let before = 0;
    for (let step = 1; step < age; step++) before += f(0.2 * step);
    expect(worthOnCurve(curve, 0.2, age)).toBeCloseTo(age * f(0.2 * age) - before, 9);
  }
});

test('a curve is fitted from its own losses', () => {
  fc.assert(
    fc.property(fc.constantFrom(0.2, 0.6, 0.85), fc.double({ min: 0.05, max: 0.9, noNaN: true }), (further, first) => {
      let sums: Pool = {};
      for (const x of [0.25, 0.5, 1, 2, 4, 8])
        for (let page = 0; page < 500; page++)
          sums = addSums(sums, { all: curveSums(x, leftOf({ first, further }, x)) });
      const found = fitCurve(sums.all ?? []);
      expect(found.first).toBeCloseTo(first, 1);
      for (const x of [0.3, 3]) expect(leftOf(found, x)).toBeCloseTo(leftOf({ first, further }, x), 1);
    }),
    { numRuns: 20 },
  );
});

test('without data: the default curve', () => {
  expect(fitCurve([]).first).toBeCloseTo(0.2, 9);
});
