import { expect } from '@playwright/test';
import { featuresOf, TOKENS } from '../../../src/link-orders/learned/link-features.ts';
import { SparseRegression } from '../../../src/link-orders/learned/sparse-regression.ts';
import { test } from '../../plain-test.ts';
import { candidate } from './candidate.ts';

const features = featuresOf(candidate({ anchor: 'links' }));
const known = [...features.subarray(0, TOKENS)].filter((token) => token >= 0).length;

test('an AdaGrad step: each weight moves by rate times error over the root of summed squares', () => {
  const regression = new SparseRegression();
  expect(regression.predict(features)).toBe(0);
  regression.learn(features, 2);
  const first = (0.08 * 2) / Math.sqrt(0.01 + 4);
  expect(regression.predict(features)).toBeCloseTo(known * first, 4);
  const error = known * first - 2;
  regression.learn(features, 2);
  const second = (-0.08 * error) / Math.sqrt(0.01 + 4 + error ** 2);
  expect(regression.predict(features)).toBeCloseTo(known * (first + second), 4);
});

test('doubt is the mean of 1 / sqrt(1 + n) over the features', () => {
  const regression = new SparseRegression();
  expect(regression.doubt(features)).toBe(1);
  regression.learn(features, 1);
  regression.learn(features, 1);
  regression.learn(features, 1);
  expect(regression.doubt(features)).toBeCloseTo(0.5, 5);
  const other = featuresOf(candidate({ anchor: 'people', url: 'http://b.test/x/y.html', site: 2 }));
  expect(regression.doubt(other)).toBeGreaterThan(0.6);
});

test('it learns which word brings something', () => {
  const regression = new SparseRegression();
  const link = (anchor: string, at: number) => featuresOf(candidate({ anchor, url: `http://a.test/${at}/` }));
  for (let at = 0; at < 200; at++)
    regression.learn(link(at % 2 === 0 ? 'useful links' : 'photos', at), at % 2 === 0 ? 3 : 0);
  expect(regression.predict(link('more links', 900))).toBeGreaterThan(1.2);
  expect(regression.predict(link('photos', 901))).toBeLessThan(0.6);
});
