import { expect, test } from '@playwright/test';
import { newExternalLinks } from '../../src/rewards/new-external-links.ts';

test('a page is worth the external links that its site showed for the first time', () => {
  const visit = { site: 1, link: 2, outcome: 'page', newExternal: 7, madeFromPage: 0, newInternal: 30 } as const;
  expect(newExternalLinks.of(visit)).toBe(7);
  expect(newExternalLinks.of({ ...visit, newExternal: 0 })).toBe(0);
  expect(newExternalLinks.of({ ...visit, madeFromPage: 2 })).toBe(5);
});
