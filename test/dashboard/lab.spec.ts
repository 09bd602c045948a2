import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('compares strategies on the crawl, and shows the report', async ({ page, open, context }) => {
  await open('lab');
  for (const name of ['forager', 'beebot-institutes']) await page.getByRole('checkbox', { name: `${name}:` }).uncheck();
  await page.getByLabel('Pages to visit').fill('20');
  await page.getByLabel('Replays per strategy').fill('2');
  await page.getByRole('button', { name: 'Compare' }).click();
  const table = page.getByRole('region', { name: 'External links found, S(N)' });
  await expect(table.getByRole('row', { name: 'beebot-universities' })).toBeVisible({ timeout: 20_000 });
  await expect(table.getByRole('row', { name: 'site oracle' })).toBeVisible();
  await expect(page.getByText(/finds the most.*, with 20 pages of \d+ pages on 2 sites\.$/)).toBeVisible();
  await expectAccessible(page);

  const link = page.getByRole('link', { name: 'Full report' });
  await expect(link).toHaveAttribute('target', '_blank');
  const report = await context.newPage();
  await report.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await expect(report.getByRole('heading', { name: 'Strategies on this crawl' })).toBeVisible();
  await expect(report.locator('#found-drawing svg').first()).toBeVisible();
  // It has its own scripts: they cannot send requests to the dashboard.
  expect(await report.evaluate(() => self.origin)).toBe('null');
});

test('one comparison at a time: a second waits, and the first stops with what is done', async ({
  page,
  open,
  wrong,
}) => {
  await open('lab');
  await page.getByLabel('Replays per strategy').fill('100');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('progressbar', { name: 'Replays' })).toBeVisible();
  const second = await page
    .evaluate(async () => {
      const answer = await fetch('/api/lab/start', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forager': '1' },
        body: JSON.stringify({ strategies: ['beebot'], pageLimit: 5, seeds: 1 }),
      });
      return { status: answer.status, body: await answer.json() };
    })
    .catch(() => undefined);
  expect(second).toEqual({ status: 400, body: { error: 'a comparison is already running: stop it first' } });
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
  await page.getByRole('button', { name: 'Stop and keep the results' }).click();
  await expect(page.getByRole('button', { name: 'Compare' })).toBeEnabled({ timeout: 20_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
