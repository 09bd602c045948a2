import { expect } from '@playwright/test';
import { ask } from '../recrawl/changing-web.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './studied.ts';

test('shows the matches of patterns, among known links and given addresses', async ({ page, open, db, wrong }) => {
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
  await expect(told).toContainText(`Of ${count('true')} internal links, 0 waiting and 0 visited`);
  const old = page.getByText('These figures are for the previous patterns');
  await expect(old).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Exclude' }).fill('/staff/**\n/no-such/*');
  await expect(old).toBeVisible();
  await page.getByLabel('Addresses to try').fill('http://new.test/staff/anna\nhttp://new.test/news');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(told).toContainText(`${waiting} waiting and ${visited} visited ones would be excluded`);
  await expect(old).toHaveCount(0);
  await expect(page.getByRole('row', { name: '/staff/**' })).toContainText(`exclude/staff/**${waiting}${visited}`);
  await expect(page.getByRole('row', { name: '/no-such/*' })).toContainText('exclude/no-such/*000');
  await expect(page.getByRole('row', { name: 'new.test/staff/anna' })).toContainText('excluded');
  await expect(page.getByRole('row', { name: 'new.test/news' })).toContainText('included');
  await expectAccessible(page);

  await page.getByLabel('Include').fill('staff');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(page.getByText('"staff" is not a pattern: it must begin with /')).toBeVisible();
  expect(wrong.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('starts with the patterns of the last run, and shows what would be admitted without them', async ({
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
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('/news/**');
  await page.getByRole('textbox', { name: 'Exclude' }).fill('');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    /[1-9]\d* that are excluded now would be included/,
  );
  await expect(page.getByText(/^The first \d+ that would be included$/)).toBeVisible();
});

test('applies tried patterns to later runs, after showing how many links are added and removed', async ({
  page,
  open,
  db,
}) => {
  await open('patterns');
  const apply = page.getByRole('button', { name: /^Apply to the next run/ });
  await expect(page.getByRole('main').getByRole('status')).toContainText('0 waiting');
  await expect(apply).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Exclude' }).fill('/**');
  await page.getByRole('button', { name: 'Show what matches' }).click();
  const [row] = ask(
    db,
    "select count(*) as links from internal_links_view where source_url is not null and role = 'link' and status = 'waiting'",
  );
  await expect(apply).toHaveText(`Apply to the next run: excludes ${row?.links} waiting links, includes 0 again`);
  await page.getByRole('textbox', { name: 'Exclude' }).fill('/**\n/more');
  await expect(apply).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Exclude' }).fill('/**');
  await apply.click();
  await expect(page.getByText('The next run will use these patterns')).toBeVisible();
  await expect(apply).toHaveCount(0);
  expect(ask(db, "select config ->> '$.asked.exclude' as patterns from runs order by id desc limit 1")).toEqual([
    { patterns: '["/**"]' },
  ]);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Exclude' })).toHaveValue('/**');
});
