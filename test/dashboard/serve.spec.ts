import { expect } from '@playwright/test';
import { openStoreToRead } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { forager, start } from '../cli/forager.ts';
import { test } from './dashboard.ts';

const TOKEN = 'a-token-that-is-kept-over-a-restart-000000000';
const ADDRESS = /dashboard: (http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)/;

/** The address printed by a command, without its token. */
async function originOf(said: () => string): Promise<string> {
  await expect.poll(() => ADDRESS.test(said()), { timeout: 20_000 }).toBe(true);
  return ADDRESS.exec(said())?.[1] ?? '';
}

test('forager serve prints its address, starts a requested crawl, and finishes its pages at Ctrl-C', async ({ db }) => {
  const served = start(['serve', '--no-open', '--db', db], { env: { FORAGER_TOKEN: TOKEN } });
  const origin = await originOf(served.stdout);
  expect(served.stdout()).toBe(`dashboard: ${origin}/#token=${TOKEN}\n`);
  const send = (path: string, body: object, cookie = '') =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forager': '1', origin, cookie },
      body: JSON.stringify(body),
    });
  const cookie = (await send('session', { token: TOKEN })).headers.get('set-cookie')?.split(';')[0] ?? '';
  const asked = { pageLimit: 5000, timeLimit: null, render: 'http' };
  expect(await (await send('crawl/start', asked, cookie)).json()).toEqual({ ok: true });
  served.child.kill('SIGINT');
  expect(await served.ended).toMatchObject({ code: 0, stderr: '' });
  const store = await openStoreToRead(db);
  expect(runQueries(store).last.get({})).toMatchObject({ id: 2, stopped: 'interrupted' });
  await store.close();
});

test('crawl --serve shows its crawl, keeps stdout for the result, and runs until Ctrl-C', async ({ db, web }) => {
  const rules = ['--host-rules', web.server.hostRules, '--render', 'http', '--page-limit', '62', '--json'];
  const shown = start(['crawl', '--serve', '--no-open', '--db', db, ...rules]);
  const origin = await originOf(shown.stderr);
  await expect.poll(() => /stays at .* until Ctrl-C/.test(shown.stderr()), { timeout: 20_000 }).toBe(true);
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ ok: true });
  shown.child.kill('SIGINT');
  const { code, stdout } = await shown.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ stopped: 'page-limit', pageLimit: 62 });
});

test('a failure to serve is one line', async ({ db, folder }) => {
  expect(await forager(['serve', '--no-open', '--db', `${folder}/none.sqlite`])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('no database at'),
  });
  expect(await forager(['serve', '--no-open', '--db', db], '', { FORAGER_TOKEN: 'short' })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('FORAGER_TOKEN must have at least 43 letters'),
  });
});

test('the open page continues after its server was killed and restarted, and shows a crawl of another process', async ({
  db,
  web,
  page,
  wrong,
}) => {
  const serve = (port: string) =>
    start(['serve', '--no-open', '--db', db, '--port', port], { env: { FORAGER_TOKEN: TOKEN } });
  const first = serve('0');
  const origin = await originOf(first.stdout);
  await page.goto(`${origin}/#token=${TOKEN}`);
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  first.child.kill('SIGKILL');
  await first.ended;
  await expect(page.getByText('no answer from the server; trying again')).toBeVisible();
  const second = serve(new URL(origin).port);
  await originOf(second.stdout);
  await expect(page.getByText('live', { exact: true })).toBeVisible({ timeout: 20_000 });
  const pages = await visitsOf(db);
  const rules = ['--host-rules', web.server.hostRules, '--render', 'http', '--page-limit', `${pages + 5}`, '--quiet'];
  expect((await forager(['crawl', '--db', db, ...rules])).code).toBe(0);
  await expect(page.getByText(`${pages + 5} of ${pages + 5} pages`)).toBeVisible();
  await page.close();
  const isOfConnection = (line: string) => /^Failed to load resource: net::ERR_(CONN|INCOMPLETE|EMPTY)/.test(line);
  expect(wrong.splice(0).filter((line) => !isOfConnection(line))).toEqual([]);
  second.child.kill('SIGINT');
  await second.ended;
});

async function visitsOf(db: string): Promise<number> {
  const store = await openStoreToRead(db);
  const row = await store.kysely
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll<number>().as('visits'))
    .executeTakeFirstOrThrow();
  await store.close();
  return row.visits;
}
