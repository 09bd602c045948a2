import { expect } from '@playwright/test';
import { fitHere, fitInThread } from '../../../src/link-orders/learned/boosted-trees.ts';
import { test } from '../../plain-test.ts';

const examples = {
  columns: 2,
  values: Float32Array.from({ length: 400 }, (_, at) => (at * 7919) % 31),
  targets: Float32Array.from({ length: 200 }, (_, at) => (at * 104_729) % 13),
};

test('another thread fits the same trees', async () => {
  const fit = fitInThread(examples);
  expect(fit.arrives).toBeUndefined();
  fit.begin();
  await fit.arrives;
  expect(fit.result()).toEqual(fitHere(examples).result());
  expect(fitInThread(examples).result(), 'asked for before they have come').toEqual(fit.result());
});
