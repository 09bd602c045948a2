import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientPages } from '../../src/dashboard/client/registry.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { expectAccessible } from './accessible.ts';
import { goTo, test } from './dashboard.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request that no browser would send. */
const ask = (
  url: string,
  headers: Record<string, string> = {},
  body?: string,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> =>
  new Promise((done, failed) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += String(piece)));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', failed).end(body);
  });

const WRITE = { 'content-type': 'application/json', 'x-forager': '1' };

test('access is refused without the token, under another name, and from another page', async ({ serve, db }) => {
  const { url } = await serve(db);
  const { origin, hash, host } = new URL(url);
  const token = hash.replace('#token=', '');
  expect(token).toMatch(/^[\w-]{43}$/);

  expect((await ask(`${origin}/healthz`)).status).toBe(200);
  expect((await ask(`${origin}/api/links/external/first`)).status).toBe(401);
  expect((await ask(`${origin}/api/events`)).status).toBe(401);
  const exchange = (headers: Record<string, string>, given: string) =>
    ask(`${origin}/api/session`, headers, JSON.stringify({ token: given }));
  expect((await exchange({ ...WRITE, origin }, 'a'.repeat(43))).status).toBe(401);
  const session = await exchange({ ...WRITE, origin }, token);
  expect(session.status).toBe(200);
  const [set = ''] = session.headers['set-cookie'] ?? [];
  expect(set).toMatch(/HttpOnly/);
  expect(set).toMatch(/SameSite=Strict/);
  expect(set).not.toContain(token);
  const cookie = set.split(';')[0] ?? '';
  expect((await ask(`${origin}/api/deletions`, { cookie })).body).toBe('[]');

  // DNS rebinding: a foreign name resolves to this server, and the browser sends no cookie of ours; nor would it help.
  for (const name of ['evil.test', `evil.test:${new URL(url).port}`, '127.0.0.1:1', '127.0.0.1.evil.test'])
    expect((await ask(`${origin}/`, { cookie, host: name })).status, name).toBe(421);
  // Requests sent by other pages.
  const write = (headers: Record<string, string>) =>
    ask(`${origin}/api/sites`, { cookie, ...headers }, JSON.stringify({ text: 'http://new.test/', scope: 'host' }));
  expect((await write({ ...WRITE, origin: 'http://evil.test' })).status).toBe(403);
  expect((await write({ ...WRITE, origin: 'null' })).status).toBe(403);
  expect((await write(WRITE)).status).toBe(403);
  expect((await write({ 'content-type': 'application/json', origin })).status).toBe(403);
  expect((await write({ ...WRITE, 'content-type': 'text/plain', origin })).status).toBe(415);
  expect((await ask(`${origin}/api/deletions`, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await ask(`${origin}/api/deletions`, { cookie, origin: 'http://evil.test' })).status).toBe(403);
  expect((await write({ ...WRITE, origin, host })).status).toBe(200);
  const limit = (given: Record<string, string>, site = 1, body: object = { pageLimit: 7 }) =>
    ask(`${origin}/api/sites/${site}`, { cookie, ...given }, JSON.stringify(body), 'PATCH');
  expect((await limit({ ...WRITE, origin: 'http://evil.test' })).status).toBe(403);
  expect((await limit({ 'content-type': 'application/json', origin })).status).toBe(403);
  expect((await limit({ ...WRITE, origin, cookie: '' })).status).toBe(401);
  expect((await limit({ ...WRITE, origin, host }, 99)).status).toBe(404);
  expect(await limit({ ...WRITE, origin, host }, 1, { pageLimit: 0 })).toMatchObject({
    status: 400,
    body: '{"error":"pageLimit: must be at least 1"}',
  });
  expect(await limit({ ...WRITE, origin, host })).toMatchObject({ status: 200, body: '{"sites":1}' });
  const { headers } = await ask(`${origin}/`);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
});

test('opening the address without its token prompts for it', async ({ context, serve, db, wrong }) => {
  const { url } = await serve(db);
  const page = await context.newPage();
  await page.goto(new URL(url).origin);
  await expect(page.getByText('open the address that forager serve printed')).toBeVisible();
  await page.getByLabel(/Address or token/).fill(url);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('status').first()).toHaveText('live');
  await page.close();
  expect(wrong.splice(0)).toEqual([expect.stringContaining('401')]);
});

test('tabs share the session, and reconnect to a server after a restart', async ({ context, serve, db, wrong }) => {
  const token = 'a-token-that-is-kept-over-a-restart-000000000';
  const first = await serve(db, { token });
  const port = Number(new URL(first.url).port);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await one.goto(first.url);
  await expect(one.getByRole('status').first()).toHaveText('live');
  await other.goto(new URL(first.url).origin);
  for (const tab of [one, other]) await goTo(tab, 'Crawl progress');
  for (const tab of [one, other]) await expect(tab.locator('.feed li')).toHaveCount(50);
  await first.close();
  await expect(one.getByRole('status').first()).toContainText('no answer from the server');
  await serve(db, { token, port });
  for (const tab of [one, other]) {
    await expect(tab.getByRole('status').first()).toHaveText('live', { timeout: 10_000 });
    await expect(tab.locator('.feed li')).toHaveCount(50);
    await tab.close();
  }
  // The browser logs each failed reconnection.
  expect(
    wrong
      .splice(0)
      .filter(
        (line) => !/ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/.test(line),
      ),
  ).toEqual([]);
});

test('the overview, the crawl, Research and the links have no accessibility violations in either scheme', async ({
  page,
}) => {
  // A few rows stand for all.
  await page.setViewportSize({ width: 1280, height: 360 });
  await expect(page.getByRole('region', { name: 'Found' })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, 'Research');
  await expectAccessible(page);
  await goTo(page, 'Crawl progress');
  await expect(page.locator('.curves canvas')).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`${new URL(page.url()).origin}/#/links/external`);
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').last().click();
  await expect(page.getByRole('dialog').getByText(/^On \d+ page/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

test('a page, its list and a link are reached and left by keyboard alone', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.locator('body').press('Tab');
  expect(await focused()).toBe('Skip to the page');
  for (const title of ['Overview', 'Sites', 'Links']) {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(title);
  }
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row').nth(2)).not.toContainText('…');
  for (let tabs = 0; tabs < 40 && !(await grid.evaluate((element) => element === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/^On \d+ page/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(grid).toBeFocused();
});

/** Characters that reverse the following text: on screen an address would end in `.pdf`. */
const TURNED = '\u202Efdp.exe';

test('titles of hostile pages are shown as text', async ({ context, serve, folder, wrong }) => {
  const hostile = await serveDemo({ portals: [hostilePortal] });
  const db = join(folder, 'hostile.sqlite');
  await runCrawl(db, [siteOf(hostilePortal)], hostile, { render: 'http' });
  await hostile.close();
  const { url } = await serve(db);
  const page = await context.newPage();
  await page.goto(url);
  await goTo(page, 'Crawl progress');
  await expect(page.locator('.feed li').first()).toContainText('<script>alert(1)</script>');
  await page.goto(`${new URL(url).origin}/#/links/external`);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: '<img src=x onerror=alert(1)>' })).toHaveCount(1);
  await expect(rows.filter({ hasText: '⟨U+202E⟩fdp.exe' })).toHaveCount(1);
  const link = rows.nth(1).getByRole('link').first();
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await rows.filter({ hasText: 'aaaaaaaa' }).getByRole('gridcell').last().click();
  await expect(page.getByRole('dialog')).toContainText('aaaaaaaa');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Bad' }).click();
  await expect(rows.filter({ hasText: 'javascript:alert(1)' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'javascript:alert(1)' }).locator('a[href^=javascript]')).toHaveCount(0);
  for (const { key, title } of clientPages) {
    await page.goto(`${new URL(url).origin}/#/${key}`);
    await expect(page).toHaveTitle(new RegExp(`^${title} `));
    await expect(page.locator('main')).not.toContainText('Loading…');
    expect(await page.locator('img, script:not([src])').count(), title).toBe(0);
  }
  expect(wrong).toEqual([]);
  await page.close();
});

const hostilePortal: Portal = {
  ...{
    host: 'hostile.uni.test',
    name: 'Hostile',
    shortName: 'hostile',
    kind: 'institute',
    start: 'http://hostile.uni.test/',
  },
  pages: 1,
  externals: 3,
  answer: async ({ path }) =>
    path === '/'
      ? {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: `<title>&lt;script>alert(1)&lt;/script></title>
            <a href="http://one.test/">&lt;img src=x onerror=alert(1)></a> <a href="http://two.test/">${TURNED}</a>
            <a href="http://three.test/">${'a'.repeat(1_000_000)}</a> <a href="javascript:alert(1)">x</a>`,
        }
      : undefined,
};
