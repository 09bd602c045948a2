import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, mergeTests } from '@playwright/test';
import { connect } from '../../src/cluster/connection.ts';
import { push } from '../../src/cluster/copy.ts';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import { SharedCrawl } from '../../src/dashboard/shared-crawl.ts';
import { forager, start } from '../cli/forager.ts';
import { test as withPostgres } from '../cluster/postgres.ts';
import { goTo, test as withDashboard } from './dashboard.ts';

const test = mergeTests(withDashboard, withPostgres);

const REFUSAL = /^this is a copy of a shared crawl: /;

test('a shared crawl is shown from its copy, with its workers, also after its database is lost', async ({
  db: crawled,
  database,
  postgres,
  folder,
  serve,
  context,
  web,
  wrong,
}) => {
  await push(database, crawled);
  const connection = await connect(database, {});
  await connection.client.query(`insert into workers (name, version, slots, open_grant, is_alive, pages)
    values ('ant:1', '0', 8, 7, true, 1234), ('bee:2', '0', 4, 3, false, 10)`);
  await connection.close();
  const lines: string[] = [];
  const file = join(folder, 'copy.sqlite');
  const warn = (line: string) => void lines.push(line);
  const shared = await SharedCrawl.open({ db: database, file, now: Date.now, warn, pullEvery: 300 });
  try {
    const { url } = await serve(file, { shared, desk: new CrawlControls(undefined, shared.refusal) });
    const page = await context.newPage();
    await page.goto(url);
    await goTo(page, 'Crawl progress');
    const workers = page.getByRole('region', { name: 'Workers of this crawl' });
    await expect(workers.getByRole('row')).toHaveCount(2);
    await expect(workers.getByRole('row').last()).toContainText(/1 ant:1.*working.*s ago.*1,234.*7$/);
    await expect(page.getByText('running on 1 worker')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Continue|Recrawl|Limits|Stop)/ })).toHaveCount(0);

    const refusals = await page.evaluate(async () => {
      const send = async (method: string, path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'x-forager': '1' };
        const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });
        return { path, status: answer.status, error: (await answer.json()).error };
      };
      const filter = { include: [], exclude: [] };
      return [
        await send('POST', 'sites/remove', { ids: [1] }),
        await send('PATCH', 'sites/1', { pageLimit: 3 }),
        await send('POST', 'deletions/undo', { kind: 'external', batch: 1 }),
        await send('POST', 'patterns/apply', filter),
        await send('POST', 'crawl/start', { pageLimit: 100 }),
        await send('POST', 'recrawl', { pageLimit: 100 }),
      ];
    });
    for (const { path, status, error } of refusals) {
      expect(status, path).toBe(400);
      expect(error, path).toMatch(REFUSAL);
    }
    // The browser logs each as a failed load.
    await expect.poll(() => wrong.length).toBe(refusals.length);
    expect(wrong.splice(0).filter((line) => !line.includes('status of 400'))).toEqual([]);

    // A worker adds five pages, and the open page shows them.
    const rules = ['--host-rules', web.server.hostRules, '--render', 'http', '--page-limit', '65', '--quiet'];
    expect((await forager(['crawl', '--db', database, ...rules])).code).toBe(0);
    await expect(page.getByText('65 of 65', { exact: true }).first()).toBeVisible();

    await postgres.stop('fast');
    await expect(page.getByRole('alert')).toContainText("The database can't be read: figures as of ");
    await goTo(page, 'Sites');
    await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toContainText('chem');
    await goTo(page, 'Crawl progress');
    await postgres.start();
    await expect(page.getByText(/The database can't be read/)).toHaveCount(0);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines[0]).toMatch(/^postgres:\/\/.* can't be read \(.*\): the dashboard shows its copy until it can$/);
    expect(lines[1]).toMatch(/^postgres:\/\/.* can be read again$/);
    await page.close();
  } finally {
    await shared.close();
  }
});

test('forager serve --db postgres:// keeps a copy while it serves', async ({ db: crawled, database, folder }) => {
  await push(database, crawled);
  const served = start(['serve', '--no-open', '--db', database], { env: { TMPDIR: folder } });
  const copies = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /copy\.sqlite/.test(name));
  await expect.poll(served.stdout, { timeout: 20_000 }).toMatch(/^dashboard: http/);
  expect(copies()).toContainEqual(expect.stringMatching(/copy\.sqlite$/));
  served.child.kill('SIGINT');
  expect(await served.ended).toMatchObject({ code: 0, stderr: '' });
  expect(copies()).toEqual([]);
});
