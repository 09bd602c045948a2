import { expect } from '@playwright/test';
import { ask } from '../recrawl/night-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('shows what patterns would match, of links that are known and of addresses that are tried', async ({
  page,
  open,
  db,
  wrong,
}) => {
  const count = (condition: string) =>
    Number(
      ask(
        db,
        `select count(*) as links from internal_links_view where source_url is not null and role = 'link' and ${condition}`,
      )[0]?.links,
    );
  const isStaff = "url like '%.test/staff/%'";
  const [waiting, visited] = [
    count(`${isStaff} and status = 'waiting'`),
    count(`${isStaff} and status not in ('waiting', 'file')`),
  ];
  expect(waiting + visited).toBeGreaterThan(0);
  await open('patterns');
  const told = page.getByRole('main').getByRole('status');
  await expect(told).toContainText(`Of ${count('true')} internal links 0 that wait and 0 that were visited`);
  const old = page.getByText('These are the figures of what was written above before');
  await expect(old).toHaveCount(0);
  await page.getByLabel('Exclude').fill('/staff/**\n/no-such/*');
  await expect(old).toBeVisible();
  await page.getByLabel('Addresses to try').fill('http://new.test/staff/anna\nhttp://new.test/news');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(told).toContainText(`${waiting} that wait and ${visited} that were visited would be left out`);
  await expect(old).toHaveCount(0);
  await expect(page.getByRole('row', { name: '/staff/**' })).toContainText(`exclude/staff/**${waiting}${visited}`);
  await expect(page.getByRole('row', { name: '/no-such/*' })).toContainText('exclude/no-such/*000');
  await expect(page.getByRole('row', { name: 'new.test/staff/anna' })).toContainText('left out');
  await expect(page.getByRole('row', { name: 'new.test/news' })).toContainText('visited');
  await expectAccessible(page);

  await page.getByLabel('Include').fill('staff');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(page.getByText('"staff" is not a pattern: it must begin with /')).toBeVisible();
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('begins with the patterns of the last run, and tells what would be let in without them', async ({
  page,
  open,
  db,
}) => {
  const { default: Database } = await import('better-sqlite3');
  const connection = new Database(db);
  connection.prepare("update runs set config = json_set(config, '$.exclude', json('[\"/news/**\"]'))").run();
  connection.prepare('update internal_links set status = 11 where source is not null').run();
  connection.close();
  await open('patterns');
  await expect(page.getByLabel('Exclude')).toHaveValue('/news/**');
  await page.getByLabel('Exclude').fill('');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    /[1-9]\d* that are left out now would be let in/,
  );
  await expect(page.getByText(/^The first \d+ that would be let in$/)).toBeVisible();
});

test('applies what was tried to the runs that follow, and says before how many links go and come', async ({
  page,
  open,
  db,
}) => {
  await open('patterns');
  const apply = page.getByRole('button', { name: /^Apply to the next run/ });
  await expect(page.getByRole('main').getByRole('status')).toContainText('0 that wait');
  await expect(apply).toHaveCount(0);
  await page.getByLabel('Exclude').fill('/**');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  const [row] = ask(
    db,
    "select count(*) as links from internal_links_view where source_url is not null and role = 'link' and status = 'waiting'",
  );
  await expect(apply).toHaveText(`Apply to the next run: ${row?.links} waiting links out, 0 back in`);
  await page.getByLabel('Exclude').fill('/**\n/more');
  await expect(apply).toHaveCount(0);
  await page.getByLabel('Exclude').fill('/**');
  await apply.click();
  await expect(page.getByText('The next run goes by these patterns')).toBeVisible();
  await expect(apply).toHaveCount(0);
  expect(ask(db, "select config ->> '$.asked.exclude' as patterns from runs order by id desc limit 1")).toEqual([
    { patterns: '["/**"]' },
  ]);
  await page.reload();
  await expect(page.getByLabel('Exclude')).toHaveValue('/**');
});
