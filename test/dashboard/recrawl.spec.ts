import { expect, type Page } from '@playwright/test';
import { startAskedRecrawl } from '../../src/cli/run-recrawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { startRun } from '../../src/crawl/start-run.ts';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { openStore } from '../../src/storage/open.ts';
import { ask, plainRecrawl } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test } from './dashboard.ts';

const noCrawl = () => Promise.reject(new Error('no crawl is asked for'));

async function askForRecrawl(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await goTo(page, 'Changes');
  await page.getByRole('button', { name: 'Recrawl…' }).focus();
  await page.keyboard.press('Enter');
}

test('a recrawl is started in the page, refused in one line if impossible, and listed when it is over', async ({
  context,
  serve,
  db,
  wrong,
}) => {
  const { url } = await serve(db, {
    desk: new CrawlControls({ crawl: noCrawl, recrawl: (asked) => startAskedRecrawl(db, asked) }),
  });
  const page = await context.newPage();
  await askForRecrawl(page, url);
  const dialog = page.getByRole('dialog', { name: 'Recrawl' });
  await dialog.getByLabel('Page limit, known and new pages').fill('12');
  await dialog.getByLabel('Percentage for new pages').fill('25');
  await dialog.getByRole('combobox', { name: 'Rule' }).selectOption('scent');
  await expectAccessible(page);
  const start = dialog.getByRole('button', { name: 'Start' });
  const refusal = async (why: RegExp) => {
    await start.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(why);
    expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
  };
  const other = await openStore(db);
  await refusal(/ is in use by another crawl; /);
  await other.close();
  await dialog.getByLabel('Parameters of the rule').fill('deltas=1');
  await refusal(/^--param deltas: /);
  await dialog.getByLabel('Parameters of the rule').fill('delta=0.4');
  await start.press('Enter');
  await expect(dialog).toBeHidden();
  const runs = page.getByRole('region', { name: 'Recrawl runs' }).getByRole('row');
  await expect(runs.nth(1)).toContainText('scent');
  await expect(page.getByText('No recrawl is running')).toBeVisible();
  expect(ask(db, 'select rule, params, budget from recrawl_runs')).toEqual([
    {
      rule: 'scent',
      params: expect.stringContaining('"delta":0.4'),
      budget: '{"pageLimit":12,"newShare":0.25,"budgetBy":"pages","over":"all"}',
    },
  ]);
  expect(ask(db, 'select count(*) as revisits from page_revisits')).toEqual([{ revisits: 9 }]);
  await page.close();
});

test('a running recrawl is shown live, blocks others, and is stopped', async ({ context, serve, db, web, wrong }) => {
  const { workers: _, ...plain } = plainCrawl;
  const asked = { ...plainRecrawl, pageLimit: 50, timeLimit: 3_600_000 };
  const reach = { db, workers: 3, render: 'http', delay: 150, hostRules: web.server.hostRules } as const;
  const desk = new CrawlControls({
    crawl: noCrawl,
    recrawl: () =>
      startRun((events) => recrawl({ ...plain, ...reach, recrawl: asked }, events, Date.now), { now: Date.now }),
  });
  const { url } = await serve(db, { desk });
  const page = await context.newPage();
  await askForRecrawl(page, url);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Recrawl run 1 is running')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Pages of this run' });
  await expect(bar).toHaveAttribute('max', '50');
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(2);
  const again = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-forager': '1' };
    return await (await fetch('/api/recrawl', { method: 'POST', headers, body: '{}' })).json();
  });
  expect(again).toEqual({ error: 'a crawl is already running: stop it first, or wait until it ends' });
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
  await goTo(page, 'Overview');
  await expect(page.getByText('recrawl running')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Limits…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('stopped before it was finished')).toBeVisible();
  const [run] = ask(db, 'select stopped, recrawl_run from runs order by id desc limit 1');
  expect(run).toEqual({ stopped: 'interrupted', recrawl_run: 1 });
  await page.close();
});
