import { expect } from '@playwright/test';
import fc from 'fast-check';
import { classProbabilities, trainClasses } from '../../src/analysis/naive-bayes.ts';
import { must } from '../in-loops.ts';
import { test } from '../plain-test.ts';

/** Examples as typed arrays. */
function examplesOf(
  vocabulary: number,
  classes: number,
  rows: readonly { of: number; terms: readonly number[]; weight?: number }[],
) {
  const offsets = [0];
  for (const { terms } of rows) offsets.push((offsets.at(-1) ?? 0) + terms.length);
  return {
    ...{ classes, vocabulary },
    classOf: Uint8Array.from(rows, ({ of }) => of),
    weights: Float32Array.from(rows, ({ weight = 1 }) => weight),
    offsets: Uint32Array.from(offsets),
    terms: Uint32Array.from(rows.flatMap(({ terms }) => terms)),
  };
}

test('worked example: Chinese and not (Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, example 13.1)', () => {
  // Chinese Beijing Shanghai Macao Tokyo Japan; the book smooths words, not classes: so the odds are compared.
  const model = trainClasses(
    examplesOf(6, 2, [
      { of: 1, terms: [0, 1, 0] },
      { of: 1, terms: [0, 0, 2] },
      { of: 1, terms: [0, 3] },
      { of: 0, terms: [4, 5, 0] },
    ]),
  );
  const likelihood = (of: number, term: number) => Math.exp(model.likelihood[of * 6 + term] ?? 0);
  expect(likelihood(1, 0)).toBeCloseTo(3 / 7, 6);
  expect(likelihood(1, 4)).toBeCloseTo(1 / 14, 6);
  expect(likelihood(0, 0)).toBeCloseTo(2 / 9, 6);
  expect(likelihood(0, 5)).toBeCloseTo(2 / 9, 6);
  const [not = 0, chinese = 0] = classProbabilities(model, [0, 0, 0, 4, 5]);
  const odds = ((3 / 7) ** 3 * (1 / 14) ** 2 * 4) / ((2 / 9) ** 3 * (2 / 9) ** 2 * 2);
  expect(chinese / not).toBeCloseTo(odds, 4);
});

test('an example of weight 2 counts twice, and later terms carry no evidence', () => {
  const rows = [
    { of: 0, terms: [0, 1] },
    { of: 1, terms: [2] },
  ];
  const twice = trainClasses(examplesOf(3, 2, [...rows, { of: 1, terms: [2] }]));
  const heavy = trainClasses(
    examplesOf(3, 2, [
      { of: 0, terms: [0, 1] },
      { of: 1, terms: [2], weight: 2 },
    ]),
  );
  expect(heavy).toEqual(twice);
  expect(classProbabilities(heavy, [7, 8])).toEqual(classProbabilities(heavy, []));
});

test('probabilities are finite and sum to 1 for any text', () => {
  const term = fc.nat(20);
  const rows = fc.array(fc.record({ of: fc.nat(3), terms: fc.array(term, { maxLength: 8 }) }), { maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.array(fc.nat(40), { maxLength: 300 }), (examples, text) => {
      const shares = classProbabilities(trainClasses(examplesOf(21, 4, examples)), text);
      must(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 5e-10, 'they sum to 1');
      for (const share of shares) must(share >= 0, 'none is negative');
    }),
  );
});
