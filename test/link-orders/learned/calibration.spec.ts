import { expect } from '@playwright/test';
import fc from 'fast-check';
import { createRandom } from '../../../src/domain/random.ts';
import { Calibration } from '../../../src/link-orders/learned/page-values.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

test('without a visit expectations are unchanged', () => {
  const calibration = new Calibration();
  for (const value of [0, 0.25, 1, 3]) expect(calibration.reward(value)).toBeCloseTo(Math.expm1(value), 10);
});

test('where few links bring much, it is the mean of the rewards, not of their logarithms', () => {
  const calibration = new Calibration();
  const random = createRandom('calibration');
  // One of ten brings 20: the mean is 2, that of ln(1 + reward) .3.
  for (let visit = 0; visit < 500; visit++) calibration.learn(0.3, random.chance(0.1) ? 20 : 0);
  expect(calibration.reward(0.3)).toBeGreaterThan(1);
  expect(calibration.reward(0.3)).toBeLessThan(3.5);
});

const visits = fc.array(fc.tuple(fc.double({ min: -1, max: 12, noNaN: true }), fc.nat(500)), { maxLength: 60 });

test('never less for more, never below 0, and restored as saved', () => {
  fc.assert(
    fc.property(visits, (learned) => {
      const [one, other] = [new Calibration(), new Calibration()];
      for (const [expected, reward] of learned) one.learn(expected, reward);
      other.load(one.save());
      const expectations = Array.from({ length: 120 }, (_, at) => at / 10 - 1);
      const rewards = expectations.map((expected) => one.reward(expected));
      expectSame(
        expectations.map((expected) => other.reward(expected)),
        rewards,
      );
      return rewards.every((reward, at) => reward >= (rewards[at - 1] ?? 0) - 1e-9);
    }),
    { numRuns: 50 },
  );
});
