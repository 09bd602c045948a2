import { expect, type Page } from '@playwright/test';
import { startAskedNight } from '../../src/cli/run-recrawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { startRun } from '../../src/crawl/start-run.ts';
import { CrawlDesk } from '../../src/dashboard/crawl-desk.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { openStore } from '../../src/storage/open.ts';
import { ask, plainNight } from '../recrawl/night-web.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test } from './dashboard.ts';

const noCrawl = () => Promise.reject(new Error('no crawl is asked for'));

async function askForNight(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await goTo(page, 'Changes');
  await page.getByRole('button', { name: 'Recrawl…' }).focus();
  await page.keyboard.press('Enter');
}

test('a night is asked for in the page, refused in one line where it can not be, and told when it is over', async ({
  context,
  serve,
  db,
  wrong,
}) => {
  const { url } = await serve(db, {
    desk: new CrawlDesk({ crawl: noCrawl, night: (asked) => startAskedNight(db, asked) }),
  });
  const page = await context.newPage();
  await askForNight(page, url);
  const dialog = page.getByRole('dialog', { name: 'Recrawl' });
  await dialog.getByLabel('Pages, known and new').fill('12');
  await dialog.getByLabel('Percent for new pages').fill('25');
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
  const nights = page.getByRole('region', { name: 'Nights' }).getByRole('row');
  await expect(nights.nth(1)).toContainText('scent');
  await expect(page.getByText('No night runs')).toBeVisible();
  expect(ask(db, 'select rule, params, budget from nights')).toEqual([
    {
      rule: 'scent',
      params: expect.stringContaining('"delta":0.4'),
      budget: '{"pageLimit":12,"newShare":0.25,"budgetBy":"pages","over":"all"}',
    },
  ]);
  expect(ask(db, 'select count(*) as checks from checks')).toEqual([{ checks: 9 }]);
  await page.close();
});

test('a night that runs is shown live, keeps others from starting, and is stopped', async ({
  context,
  serve,
  db,
  web,
  wrong,
}) => {
  const { workers: _, ...plain } = plainCrawl;
  const night = { ...plainNight, pageLimit: 50, timeLimit: 3_600_000 };
  const reach = { db, workers: 3, render: 'http', delay: 150, hostRules: web.server.hostRules } as const;
  const desk = new CrawlDesk({
    crawl: noCrawl,
    night: () => startRun((events) => recrawl({ ...plain, ...reach, night }, events, Date.now), { now: Date.now }),
  });
  const { url } = await serve(db, { desk });
  const page = await context.newPage();
  await askForNight(page, url);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Night 1 runs')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Pages of this night' });
  await expect(bar).toHaveAttribute('max', '50');
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(2);
  const again = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-forager': '1' };
    return await (await fetch('/api/recrawl', { method: 'POST', headers, body: '{}' })).json();
  });
  expect(again).toEqual({ error: 'a crawl runs already: stop it first, or wait for its end' });
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
  await goTo(page, 'Crawl');
  await expect(page.getByText('running: a night of recrawling')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Limits…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('was stopped')).toBeVisible();
  const [run] = ask(db, 'select stopped, night from runs order by id desc limit 1');
  expect(run).toEqual({ stopped: 'interrupted', night: 1 });
  await page.close();
});
