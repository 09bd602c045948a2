import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { rewardNamed, visit } from './visits.ts';

test('a page is worth the external links that are new on its site', () => {
  const reward = rewardNamed('new-external-links');
  expect(reward.of(visit({ newExternal: 7, newInternal: 30 }), undefined)).toBe(7);
  expect(reward.of(visit({ newInternal: 30 }), undefined)).toBe(0);
  expect(reward.of(visit({ newExternal: 7, madeFromPage: 2 }), undefined)).toBe(5);
});
