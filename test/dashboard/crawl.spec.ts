import { expect, type Page } from '@playwright/test';
import { crawl } from '../../src/crawl/crawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { startRun } from '../../src/crawl/start-run.ts';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import { ExitCode } from '../../src/domain/errors.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { start } from '../cli/forager.ts';
import { runCrawl } from '../crawl/demo-web.ts';
import { goTo, test } from './dashboard.ts';

test("shows the crawl's progress, the next pick of its rule, and why each page was picked", async ({ page }) => {
  await goTo(page, 'Crawl progress');
  await expect(page.getByText('page limit reached')).toBeVisible();
  await expect(page.getByRole('img', { name: /^New internal and external links/ })).toBeVisible();
  // Counted differently from the figures above, which include start pages, and no deleted links.
  await expect(page.locator('figcaption').first()).toHaveText(/^new external [\d,]+new internal [\d,]+Crawl time/);
  await expect(page.locator('.curves canvas')).toHaveCount(2);
  const arms = page.getByRole('region', { name: 'Next sites' }).getByRole('row');
  await expect(arms.nth(1)).toContainText('next');
  await expect(arms.nth(2)).toContainText('runner-up');
  const visits = page.getByRole('region', { name: 'Visits, latest first' }).getByRole('listitem');
  await expect(visits).toHaveCount(50);
  await expect(visits.first()).toContainText(/picked with score [\d.]+ after \d+ visits, one of [123] ready site/);
  await expect(page.getByRole('button', { name: 'Continue…' })).toHaveCount(0);
});

test('starts a crawl, changes its limits while it runs, and stops it', async ({ context, serve, db, web }) => {
  const desk = new CrawlControls({
    recrawl: () => Promise.reject(new Error('no recrawl is asked for')),
    async crawl({ pageLimit }) {
      // So slow that pages are left when it is stopped, on any machine.
      const options = { ...plainCrawl, db, sites: [], hostRules: web.server.hostRules, delay: 1000 };
      const limited = { ...options, render: 'http' as const, pageLimit: Number(pageLimit) };
      return await startRun((events) => crawl(limited, events, Date.now), { now: Date.now });
    },
  });
  const { url } = await serve(db, { desk });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Continue…' }).click();
  await page.getByLabel('Page limit', { exact: true }).fill('5000');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('running', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Limits…' }).click();
  await page.getByLabel('Page limit', { exact: true }).fill('4000');
  await page.getByLabel('Time limit in minutes').fill('90');
  await page.getByLabel('Deepest level').fill('3');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('of 4,000 pages')).toBeVisible();
  await goTo(page, 'Crawl progress');
  await expect(page.getByText('of 1:30:00')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('stopped before it was finished')).toBeVisible();
  const store = await openStoreToRead(db);
  const { config, stopped } = runQueries(store).last.get({}) ?? { config: '{}', stopped: null };
  await store.close();
  expect(stopped).toBe('interrupted');
  // The next run continues with them, as if they were its options.
  expect(JSON.parse(config)).toMatchObject({
    ...{ pageLimit: 4000, depth: 3 },
    asked: { pageLimit: 4000, timeLimit: 5400, depth: 3 },
  });
  await page.close();
});

test('a lower limit ends a running crawl', async ({ serve, db, web }) => {
  const session = await startRun(
    (events) =>
      crawl(
        { ...plainCrawl, db, sites: [], hostRules: web.server.hostRules, delay: 60, render: 'http', pageLimit: 5000 },
        events,
        Date.now,
      ),
    { now: Date.now },
  );
  session.setLimits?.({ pageLimit: 65 });
  expect(await session.done).toMatchObject({ stopped: 'page-limit', pageLimit: 65 });
  await serve(db);
});

test('a crawl in another process is followed', async ({ page, db, web }) => {
  const rules = ['--host-rules', web.server.hostRules];
  const other = start(['crawl', '--db', db, '--page-limit', '4000', '--delay', '1', '--render', 'http', ...rules]);
  await goTo(page, 'Crawl progress');
  await expect(page.getByText('running in another process')).toBeVisible({ timeout: 20_000 });
  const visits = page.getByRole('region', { name: 'Visits, latest first' }).getByRole('listitem');
  await expect.poll(() => visits.count()).toBeGreaterThan(52);
  other.child.kill('SIGKILL');
  await other.ended;
  await expect(page.getByText('ended: its process is gone')).toBeVisible();
});

test('the limits of a crawl in another process are changed, and it is stopped', async ({ page, db, web }) => {
  const rules = ['--host-rules', web.server.hostRules];
  const other = start(['crawl', '--db', db, '--page-limit', '4000', '--delay', '1', '--render', 'http', ...rules]);
  await expect(page.getByText('running in another process')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Limits…' }).click();
  await page.getByLabel('Page limit', { exact: true }).fill('3000');
  await page.getByLabel('Deepest level').fill('9');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('of 3,000 pages')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('stopped before it was finished')).toBeVisible({ timeout: 20_000 });
  expect((await other.ended).code).toBe(ExitCode.interrupted);
});

test('visits stored by another connection appear without a request', async ({ page, db, web }) => {
  await goTo(page, 'Crawl progress');
  await expect(page.locator('.feed li')).toHaveCount(50);
  await runCrawl(db, web.sites('chem', 'hist'), web.server, { render: 'http', pageLimit: 66 });
  await expect(page.locator('.feed li')).toHaveCount(56);
});

test('a hidden tab gets no updates, and all of them when it is visible again', async ({ page, context, db, web }) => {
  const lines = (tab: Page) => tab.locator('.feed li');
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  const seen = await context.newPage();
  await goTo(page, 'Crawl progress');
  await seen.goto(`${new URL(page.url()).origin}/#/crawl`);
  for (const tab of [page, seen]) await expect(lines(tab)).toHaveCount(50);
  await show(true);
  await runCrawl(db, web.sites('chem', 'hist'), web.server, { render: 'http', pageLimit: 66 });
  await expect(lines(seen)).toHaveCount(56);
  expect(await lines(page).count()).toBe(50);
  await show(false);
  await expect(lines(page)).toHaveCount(56);
  await seen.close();
});
