import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { PictureControls } from '../../src/dashboard/picture-controls.ts';
import { listLinks } from '../../src/storage/lists/links.ts';
import { editStore, openStoreToRead } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { robotsQueries } from '../../src/storage/seeds.ts';
import { browserProcesses } from '../capture/chromium-processes.ts';
import { start } from '../cli/forager.ts';
import { goTo, test } from './dashboard.ts';

const TOKEN = 'a-token-that-is-kept-over-a-restart-000000000';

async function openLink(page: Page): Promise<void> {
  await goTo(page, 'Links');
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').last().click();
  await expect(page.getByRole('dialog').getByText(/^On \d+ page/)).toBeVisible();
}

test('a picture of the page with the outlined link, requested by keyboard', async ({ page }) => {
  await openLink(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Take a picture' }).press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('The link is outlined in red.');
  const picture = dialog.getByRole('img', { name: /^http:.*, with the link http.*outlined in red/ });
  await expect(picture).toBeVisible();
  const red = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at] === 216 && pixels[at + 1] === 18 && pixels[at + 2] === 10) count++;
    return count;
  });
  expect(red).toBeGreaterThan(100);
});

test('a page that may not be requested is reported in one line', async ({ page, db }) => {
  await editStore(db, (store) => {
    const { put } = robotsQueries(store);
    for (const name of ['chem', 'hist', 'math']) {
      const file = { http_status: 200, body: 'User-agent: *\nDisallow: /', fetched_at: Date.now() };
      put.run({ origin: `http://${name}.uni.test`, ...file });
    }
  });
  await openLink(page);
  await page.getByRole('button', { name: 'Take a picture' }).click();
  await expect(page.getByRole('alert')).toHaveText("The page can't be shown: robots.txt forbids it");
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(0);
});

/** A server that never answers, and a database with its pages. */
async function silentFor(db: string) {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await editStore(db, (store) => {
    const { last, setConfig } = runQueries(store);
    const config = z.looseObject({}).parse(JSON.parse(last.get({})?.config ?? '{}'));
    const hostRules = `MAP * 127.0.0.1:${port}`;
    setConfig.run({ id: 1, config: JSON.stringify({ ...config, hostRules, robots: false }) });
  });
  return server;
}

test('a picture of an unresponsive page is cancelled: its browser closes, and the next can be taken', async ({
  page,
  db,
}) => {
  const silent = await silentFor(db);
  const asked = () => new Promise<IncomingMessage>((done) => silent.once('request', done));
  await openLink(page);
  for (const end of ['Cancel', 'Close']) {
    const request = asked();
    await page.getByRole('button', { name: 'Take a picture' }).click();
    const closed = new Promise((done) => void request.then(({ socket }) => socket.once('close', done)));
    await request;
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('a minute at most');
    await page.getByRole('button', { name: end }).click();
    await closed;
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  silent.close();
});

test('a picture that takes too long is given up: its page closes, and the next is taken', async ({ db }) => {
  const silent = await silentFor(db);
  const store = await openStoreToRead(db);
  const [link] = listLinks(store, 'external', {}, false, { sort: undefined, limit: 1, offset: 0 });
  await store.close();
  if (!link || link.sourceUrl === null) throw new Error('no external link');
  const closing = new AbortController();
  const limits: AbortController[] = [];
  const limit = () => {
    const one = new AbortController();
    limits.push(one);
    return one.signal;
  };
  const desk = new PictureControls({ db, now: Date.now, closing: closing.signal, limit });
  for (const turn of [0, 1]) {
    const asked = new Promise<IncomingMessage>((done) => silent.once('request', done));
    const picture = desk.ask({ ...link, sourceUrl: link.sourceUrl }, new AbortController().signal);
    const { socket } = await asked;
    const closed = new Promise((done) => socket.once('close', done));
    limits[turn]?.abort();
    expect(await picture).toMatchObject({ sight: 'unread', reason: 'it took longer than 60 s', picture: null });
    await closed;
  }
  closing.abort();
  silent.close();
});

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`a server ended by ${signal} while a page does not respond leaves no browser behind`, async ({ db }) => {
    const silent = await silentFor(db);
    const served = start(['serve', '--no-open', '--db', db], { env: { FORAGER_TOKEN: TOKEN } });
    await expect.poll(() => /dashboard: (\S+)\/#/.exec(served.stdout())?.[1], { timeout: 20_000 }).toBeDefined();
    const origin = /dashboard: (\S+)\/#/.exec(served.stdout())?.[1] ?? '';
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${origin}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forager': '1', origin, cookie },
        body: JSON.stringify(body),
      });
    const cookie = (await post('session', { token: TOKEN })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const asked = new Promise((done) => silent.once('request', done));
    const broken = post('links/external/1/picture', {}, cookie).catch(() => 'broken off');
    await asked;
    const browsers = browserProcesses(served.child.pid);
    expect(browsers.length).toBeGreaterThan(0);
    served.child.kill(signal);
    await served.ended;
    expect(await broken).toBe('broken off');
    const isThere = ({ pid }: { readonly pid: number }) => existsSync(`/proc/${pid}/cwd`);
    await expect.poll(() => browsers.filter(isThere)).toEqual([]);
    silent.closeAllConnections();
    silent.close();
  });
}
