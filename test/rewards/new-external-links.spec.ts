import { expect, test } from '@playwright/test';
import { newExternalLinks } from '../../src/rewards/new-external-links.ts';

test('a page is worth the external links that its site showed for the first time', () => {
  const visit = { site: 1, link: 2, outcome: 'page', newExternal: 7, madeFromPage: 0, newInternal: 30 } as const;
  const reward = newExternalLinks.make({}, { seed: 1 });
  expect(reward.of(visit, undefined)).toBe(7);
  expect(reward.of({ ...visit, newExternal: 0 }, undefined)).toBe(0);
  expect(reward.of({ ...visit, madeFromPage: 2 }, undefined)).toBe(5);
});
