import { expect } from '@playwright/test';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('lists the findings of the last recrawl run, and text differences', async ({ page, open, db }) => {
  const [changed] = ask(db, "select count(*) as pages from page_revisits where change = 'changed'");
  await open('changes');
  await expect(page.getByRole('combobox', { name: 'When' })).toContainText('Recrawl run 1, ');
  const run = page.getByRole('region', { name: 'Recrawl runs' }).getByRole('row').nth(1);
  await expect(run).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: `pages changed: ${changed?.pages}` }).click();
  await expect(page.getByText(`${changed?.pages} changes`, { exact: true })).toBeVisible();
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row')).toHaveCount(Math.min(Number(changed?.pages), 30) + 1);

  const dialog = page.getByRole('dialog', { name: 'Page changed' });
  // While rows are being drawn, none can be opened.
  await expect(async () => {
    await grid.press('Enter');
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(dialog).toContainText(/[\d,]+ characters now: [\d,]+ unchanged, \d+ removed, \d+ added/);
  await expect(dialog.locator('ins').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(grid).toBeFocused();
});

test('shows changes of the whole crawl by kind, of one site, and of links', async ({ page, open, db }) => {
  const [stored] = ask(db, 'select count(*) as pages from page_versions');
  await open('changes');
  await page.getByRole('combobox', { name: 'When' }).selectOption('all');
  await expect(page.getByText(`${stored?.pages} changes`, { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Site' }).selectOption('chem.uni.test');
  await expect(page.getByRole('button', { name: 'pages new: 1' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Site' }).selectOption('');
  const external = page.getByRole('button', { name: 'external links', exact: true });
  await external.click();
  await expect(external).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('gridcell', { name: 'external link' }).first().click();
  await expect(page.getByRole('dialog', { name: /^Link, external, (new|removed)$/ })).toContainText('First found on');
});
