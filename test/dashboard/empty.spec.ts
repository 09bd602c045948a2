import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openStore } from '../../src/storage/open.ts';
import { expectAccessible } from './accessible.ts';
import { test as withDashboard } from './dashboard.ts';

const test = withDashboard.extend({
  /** A database without sites. */
  db: async ({ folder }, use) => {
    const db = join(folder, 'empty.sqlite');
    await (await openStore(db)).close();
    await use(db);
  },
});

/** Pages that are empty before the first crawl, and the first step that each names. */
const pages: readonly (readonly [string, RegExp, RegExp])[] = [
  ['overview', /^This page shows what a crawl found/, /forager crawl --url https:/],
  ['sites', /^Sites are the websites that the crawl visits/, /forager sites add https:/],
  ['links/external', /^External links lead from the sites/, /forager crawl --url https:/],
  ['links/internal', /^Internal links lead to pages/, /forager crawl --url https:/],
  ['links/bad', /^Bad links have an address/, /forager crawl --url https:/],
  ['links/resource', /^Resources are addresses/, /forager crawl --url https:/],
  ['changes', /^This page shows what changed/, /forager recrawl --page-limit 100/],
  ['graph', /^This page draws the sites/, /forager crawl --url https:/],
  ['why', /^Enter an address to see why/, /forager status --why https:/],
  ['lab', /^The lab needs a crawl/, /forager crawl --url https:/],
  ['topics', /^This page shows the topic/, /forager crawl --topic courses/],
];

test('an empty page explains its purpose, and offers the first step with an example', async ({ page }) => {
  const { origin } = new URL(page.url());
  const step = page.getByRole('region', { name: 'First step' });
  for (const [place, purpose, command] of pages) {
    await page.goto(`${origin}/#/${place}`);
    await expect(step.getByRole('paragraph').first(), place).toHaveText(purpose);
    await expect(step.locator('code').last(), place).toHaveText(command);
    await expectAccessible(page);
  }
});

test('the first site is added on the overview', async ({ page }) => {
  const step = page.getByRole('region', { name: 'First step' });
  await step.getByRole('button', { name: 'Add sites…' }).click();
  await page.getByRole('textbox', { name: 'Start pages' }).fill('https://www.example.edu/');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 site added')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Crawl' })).toContainText('not started yet');
  await expect(step).toContainText('Add more sites:');
});
