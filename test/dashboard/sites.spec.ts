import { expect } from '@playwright/test';
import { openStore, openStoreToRead } from '../../src/storage/open.ts';
import { listSites } from '../../src/storage/sites.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test } from './dashboard.ts';

async function stored(db: string, removed = false): Promise<string[]> {
  const store = await openStoreToRead(db);
  const sites = listSites(store, { removed }).map(({ url }) => url);
  await store.close();
  return sites;
}

test.beforeEach(async ({ page }) => {
  await goTo(page, 'Sites');
});

test('adds many sites, removes one and restores it', async ({ page, db }) => {
  const before = await stored(db);
  await page.getByRole('button', { name: 'Add sites…' }).click();
  const given = 'url,name\nhttp://law.uni.test/,"Institut für Rechtswissenschaften"\nftp://no.test/,Nothing\n';
  await page
    .getByLabel('From a file')
    .setInputFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(given) });
  await expect(page.getByRole('textbox', { name: 'Start pages' })).toHaveValue(given);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('line 3: "ftp://no.test/" is not an http(s) address');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText(`${before.length + 1} sites`)).toBeVisible();
  expect(await stored(db)).toEqual([...before, 'http://law.uni.test/']);
  await page.getByText('law.uni.test', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove from the crawl' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('law.uni.test is removed')).toBeVisible();
  expect(await stored(db, true)).toEqual(['http://law.uni.test/']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('law.uni.test is restored')).toBeVisible();
  expect(await stored(db)).toEqual([...before, 'http://law.uni.test/']);
});

test('all columns are visible in a window of 1280 pixels; longer addresses end in an ellipsis', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('link').first()).toBeVisible();
  expect(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('shows folders with counts and robots.txt of a site, and leads to its links', async ({ page }) => {
  await page.getByText('hist.uni.test', { exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('summary', { hasText: 'http://hist.uni.test/' }).click();
  await expect(dialog.getByText(/^staff\/$/)).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'robots.txt' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: /^\d+ external$/ }).click();
  await expect(page).toHaveURL(/#\/links\/external\?site=hist\.uni\.test/);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('hist.uni.test');
});

test('sorts and finds sites', async ({ page }) => {
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Pages' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel('Name or address').fill('hist');
  await expect(page.getByText('1 site', { exact: true })).toBeVisible();
});

test('a site found by the crawl is shown with the page it was found on', async ({ page, db }) => {
  const store = await openStore(db);
  store.connection.exec("update seeds set found_on = 1 where short_name = 'hist.uni.test'");
  await store.close();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Found on' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'hist.uni.test' });
  await expect(row.getByRole('link').last()).toHaveAttribute('href', (await stored(db))[0] ?? '');
});

test('a site gets its own limits by keyboard, refused if invalid, and loses them', async ({ page, db, wrong }) => {
  const limits = async () => {
    const store = await openStoreToRead(db);
    const [site] = listSites(store, { removed: false });
    await store.close();
    return site;
  };
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const summary = dialog.getByText('Limits and scope: those of the crawl');
  await summary.focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Pages').fill('40');
  await dialog.getByLabel('Deepest level').fill('2');
  await dialog.getByLabel('Seconds between requests').fill('2.5');
  await dialog.getByLabel('Exclude: no links like these').fill('calendar');
  await dialog.getByLabel('Scope').selectOption('prefix');
  await page.getByLabel('Exclude: no links like these').press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('exclude.0: "calendar" is not a pattern');
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
  await dialog.getByLabel('Exclude: no links like these').fill('/calendar/**\n\n/old/*');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change' }).press('Enter');
  await expect(dialog.getByText('40 pages, level 2, 2.5 s, without /calendar/** /old/*')).toBeVisible();
  expect(await limits()).toMatchObject({
    ...{ pageLimit: 40, depth: 2, delay: 2500, include: [], exclude: ['/calendar/**', '/old/*'], scope: 'prefix' },
  });
  await dialog.getByLabel('Pages').fill('');
  await dialog.getByLabel('Exclude: no links like these').fill('');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByText('Limits and scope: level 2, 2.5 s')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Own limits' })).toBeVisible();
  expect(await limits()).toMatchObject({ pageLimit: null, exclude: [] });
});
