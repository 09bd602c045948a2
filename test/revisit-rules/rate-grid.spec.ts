import { expect } from '@playwright/test';
import fc from 'fast-check';
import { RATES, worthOfCheck, writeProbabilities } from '../../src/revisit-rules/rates.ts';
import { test } from '../plain-test.ts';

const prior = RATES.map(() => 1 / RATES.length);

function believed(unchangedRuns: number, changes: number, logRecrawlRuns: number): number[] {
  const chances = new Float64Array(RATES.length);
  writeProbabilities(chances, { unchangedRuns, changes, logRecrawlRuns }, prior);
  return [...chances];
}

test('Bayes with intervals of equal length between changes', () => {
  // Unchanged over 3 and 7 steps, changed twice over 4: e^(-10 l) (1 - e^(-4 l))^2.
  const likelihood = Array.from(RATES, (rate) => Math.exp(-10 * rate) * (1 - Math.exp(-4 * rate)) ** 2);
  const sum = likelihood.reduce((total, one) => total + one, 0);
  for (const [k, chance] of believed(10, 2, 2 * Math.log(4)).entries())
    expect(chance).toBeCloseTo((likelihood[k] ?? 0) / sum, 2);
});

test('probabilities sum to one for any data', () => {
  const amount = fc.double({ min: 0, max: 300, noNaN: true });
  fc.assert(
    fc.property(amount, amount, amount, (unchangedRuns, changes, logRecrawlRuns) => {
      const chances = believed(unchangedRuns, changes, logRecrawlRuns);
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
      expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
    }),
  );
});

test('the value of a revisit is the price at which its interval is optimal', () => {
  const rate = 0.3;
  const lossPerStep = (interval: number, price: number) => {
    let lost = price;
    for (let age = 0; age < interval; age++) lost += 1 - Math.exp(-rate * age);
    return lost / interval;
  };
  for (const age of [1, 2, 5, 9]) {
    // At this price the page may equally be checked after `age` steps or after one more.
    const price = worthOfCheck(rate, age);
    expect(lossPerStep(age, price)).toBeCloseTo(lossPerStep(age + 1, price), 9);
    for (const other of [age - 2, age - 1, age + 2, age + 3].filter((steps) => steps > 0))
      expect(lossPerStep(age, price)).toBeLessThanOrEqual(lossPerStep(other, price) + 1e-12);
  }
  expect(worthOfCheck(0, 100)).toBe(0);
});
