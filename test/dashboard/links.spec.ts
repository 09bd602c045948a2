import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { exportFormats } from '../../src/export/registry.ts';
import { linkCheckQueries } from '../../src/storage/link-checks.ts';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import { countLinks, listLinks } from '../../src/storage/lists/links.ts';
import { editStore, openStoreToRead } from '../../src/storage/open.ts';
import { goTo, test } from './dashboard.ts';

/** Number of links in the database, as counted by commands. */
async function stored(db: string, filter: Parameters<typeof countLinks>[2] = {}, deleted = false): Promise<number> {
  const store = await openStoreToRead(db);
  const count = countLinks(store, 'external', filter, deleted);
  await store.close();
  return count;
}

const linkRows = (page: Page) => page.getByRole('grid').getByRole('row');
const words = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'link' : 'links'}`;

test.beforeEach(async ({ page }) => {
  await goTo(page, 'Links');
});

test('lists the links of each kind, and filters them by typed text', async ({ page, db }) => {
  await expect(page.getByText(words(await stored(db)), { exact: true })).toBeVisible();
  await page.getByLabel('Text, context or address').fill('lab');
  const found = await stored(db, { text: 'lab' });
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(await stored(db));
  await expect(page.getByText(words(found), { exact: true })).toBeVisible();
  expect(page.url()).toContain('text=lab');
  await page.getByRole('link', { name: 'Internal' }).click();
  await page.getByText('More conditions').click();
  await page.getByLabel('Status').selectOption('visited');
  await expect(linkRows(page).nth(1)).toContainText('visited');
});

test('opening the text field loads the texts in the background, in the thread that stores them', async ({
  page,
  db,
}) => {
  const [ahead] = await Promise.all([
    page.waitForResponse(/\/api\/links\/external\/ahead$/),
    page.getByLabel('Text, context or address').focus(),
  ]);
  expect(ahead.status()).toBe(200);
  await page.keyboard.type('lab');
  await expect(page.getByText(words(await stored(db, { text: 'lab' })), { exact: true })).toBeVisible();
});

test('sorts by a column, descending at the second click', async ({ page, db }) => {
  const store = await openStoreToRead(db);
  const urls = Array.from(listLinks(store, 'external', {}, false), ({ url }) => url).sort();
  await store.close();
  const first = linkRows(page).nth(1).getByRole('gridcell').nth(1);
  const head = page.getByRole('columnheader', { name: 'Address' });
  for (const [direction, url] of [
    ['ascending', urls[0]],
    ['descending', urls.at(-1)],
  ] as const) {
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', direction);
    await expect(first).toHaveText(url ?? '');
  }
});

test('scrolls to the end of the list, and opens a link with all pages that have it', async ({ page, db }) => {
  const all = await stored(db);
  await expect(page.getByText(words(all), { exact: true })).toBeVisible();
  const grid = page.getByRole('grid');
  await grid.focus();
  await grid.press('End');
  const last = page.locator(`[aria-rowindex="${all + 1}"]`);
  await expect(last).toBeVisible();
  await expect(last).not.toContainText('…');
  await grid.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^On \d+ pages?$/)).toBeVisible();
  await expect(dialog).toContainText('Technique');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

/** More rows than browsers can draw one below the other: the limit of Firefox is 590,000, of Chromium 1,100,000. */
const MANY = 10_000_000;

test("a list above the browser's height limit is scrolled to its end, its middle and back", async ({ page, db }) => {
  const store = await openStoreToRead(db);
  const [some] = listLinks(store, 'external', {}, false);
  await store.close();
  // A stand-in for the server's answer: the page and the browser are tested.
  await page.route('**/api/links/external/list*', (route) => route.fulfill({ json: { list: 'many', count: MANY } }));
  await page.route('**/api/lists/many*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, limit] = ['from', 'limit'].map((name) => Number(searchParams.get(name)));
    const ids = Array.from({ length: limit ?? 0 }, (_, at) => (from ?? 0) + at).filter((id) => id < MANY);
    return route.fulfill({ json: ids.map((id) => ({ ...some, id, anchor: `row ${id}` })) });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const grid = page.getByRole('grid');
  const row = (index: number) => grid.getByRole('row').filter({ hasText: `row ${index}` });
  await grid.focus();
  await grid.press('End');
  await expect(row(MANY - 1)).toBeInViewport({ ratio: 0.9 });
  await grid.press('ArrowUp');
  await grid.press('PageUp');
  const active = grid.locator('.tr.active');
  await expect(active).toBeInViewport({ ratio: 0.9 });
  await expect(active).toContainText(/row 99999\d\d/);
  await grid.evaluate((element) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) / 2));
  await expect(row(MANY / 2)).toBeInViewport();
  await grid.press('Home');
  await expect(grid.locator('[aria-rowindex="2"]')).toBeInViewport();
});

test('deletes filtered links after showing their number, and restores them', async ({ page, db }) => {
  const [all, some] = [await stored(db), await stored(db, { text: 'lab' })];
  await page.getByLabel('Text, context or address').fill('lab');
  await page.getByRole('button', { name: `Delete ${some}…` }).click();
  await page.getByRole('button', { name: `Delete ${some}`, exact: true }).click();
  await expect(page.getByText('No link meets these conditions.')).toBeVisible();
  expect(await stored(db)).toBe(all - some);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('restored')).toBeVisible();
  await expect(page.getByText(words(some), { exact: true })).toBeVisible();
  expect(await stored(db)).toBe(all);
});

test('deletes nothing if the number has changed since it was shown', async ({ page, db, wrong }) => {
  const all = await stored(db);
  await page.getByRole('button', { name: `Delete ${all}…` }).click();
  await expect(page.getByRole('button', { name: `Delete ${all}`, exact: true })).toBeEnabled();
  await editStore(db, (store) => deleteLinks(store, 'external', { ids: [1] }, Date.now()));
  await page.getByRole('button', { name: `Delete ${all}`, exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    `there are ${all - 1} such links now, not ${all}; nothing was deleted`,
  );
  await expect(page.getByRole('button', { name: `Delete ${all - 1}`, exact: true })).toBeEnabled();
  expect(await stored(db)).toBe(all - 1);
  expect(wrong.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('exports filtered links as forager export does', async ({ page, db }) => {
  await page.getByLabel('Text, context or address').fill('lab');
  const some = await stored(db, { text: 'lab' });
  await expect(page.getByText(words(some), { exact: true })).toBeVisible();
  for (const { name } of exportFormats) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'csv' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('external-links.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/^id,url,site/);
  expect(lines).toHaveLength(some + 1);
});

test('dead links are counted on the overview, listed by check, and described in detail', async ({ page, db }) => {
  const store = await openStoreToRead(db);
  const [dead] = listLinks(store, 'external', {}, false);
  await store.close();
  if (!dead) throw new Error('no external link');
  const now = Date.now();
  await editStore(db, (edited) =>
    linkCheckQueries(edited).put({
      ...{
        url: dead.url,
        state: 'dead',
        reason: 'HTTP 410',
        httpStatus: 410,
        movedTo: null,
        etag: '',
        lastModified: '',
      },
      ...{ checkedAt: now, nextAt: now, since: now, deadAt: now, tries: 2 },
    }),
  );
  await goTo(page, 'Overview');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Broken' })).toContainText('1dead external link, 1 since yesterday');
  await page.getByRole('link', { name: '1 dead external link' }).click();
  await expect(page.getByText(/^\d+ links?$/)).toBeVisible();
  await expect(page.getByLabel('Checked')).toHaveValue('dead');
  await page.getByRole('grid').focus();
  await page.getByRole('grid').press('Enter');
  await expect(page.getByRole('dialog')).toContainText(/dead since .*: HTTP 410; last checked/);
});
