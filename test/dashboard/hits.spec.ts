import { expect } from '@playwright/test';
import { rankedPages } from '../../src/reports/best-pages.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('computes authorities and hubs as forager rank does', async ({ page, open, db }) => {
  const store = await openStoreToRead(db);
  const { authorities, hubs } = rankedPages(store, { top: 5, withinSite: 0.1, shared: true });
  await store.close();
  await open('hits');
  await page.getByLabel('Pages per list').fill('5');
  await page.getByLabel('Links within a site count').selectOption('a tenth');
  await page.getByLabel('Links between two sites share one vote').check();
  await page.getByRole('button', { name: 'Compute' }).click();
  for (const [name, list] of [
    ['Authorities', authorities],
    ['Hubs', hubs],
  ] as const) {
    const rows = page.getByRole('region', { name }).getByRole('row');
    await expect(rows).toHaveCount(list.length + 1);
    for (const [at, { url }] of list.entries()) await expect(rows.nth(at + 1)).toContainText(url);
  }
  await expectAccessible(page);
});
