import { expect } from '@playwright/test';
import { DocumentFrequencies } from '../../src/analysis/document-frequencies.ts';
import { test } from '../plain-test.ts';

test('a term weighs less the more documents contain it, and each document counts once', () => {
  const frequencies = new DocumentFrequencies();
  expect(frequencies.idf(7)).toBe(1);
  frequencies.add([1, 1, 2]);
  frequencies.add([1]);
  frequencies.add([]);
  expect(frequencies.documents).toBe(3);
  expect(frequencies.idf(1)).toBeCloseTo(Math.log(4 / 3) + 1, 12);
  expect(frequencies.idf(2)).toBeCloseTo(Math.log(4 / 2) + 1, 12);
  expect(frequencies.idf(99)).toBeCloseTo(Math.log(4) + 1, 12);
});
