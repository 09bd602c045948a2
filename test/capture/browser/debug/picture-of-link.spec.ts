import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { pictureOfLink, type StoredLink } from '../../../../src/capture/browser/debug/picture-of-link.ts';
import { chosenTechniques } from '../../../../src/capture/find/registry.ts';
import { DocumentSchedule } from '../../../../src/capture/network/document-schedule.ts';
import { GiveUpVisit } from '../../../../src/domain/errors.ts';
import { test as base } from '../../../plain-test.ts';

const PAGE = `<title>A page</title>
  <p style="height: 30000px">Tall</p>
  <p><a href="/Far?b=1#part">Far down</a></p>
  <nav style="display: none"><a href="http://hidden.test/">Hidden</a></nav>
  <!-- http://commented.test/page.html -->
  <a href="javascript:void 0">Bad</a> <img src="/logo.svg" width="40" height="40">
  <button onclick="document.querySelector('#more').innerHTML = '<a href=http://opened.test/>Opened</a>'">More</button>
  <div id="more"></div>`;

const test = base.extend<object, { server: Server; origin: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const server = createServer(({ url }, response) => {
        if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
        else if (url !== '/silent') response.writeHead(404).end();
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      await use(server);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({ server }, use) => use(`http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`),
    { scope: 'worker' },
  ],
});

const take = (url: string, link: Partial<StoredLink>, signal = new AbortController().signal) =>
  pictureOfLink({
    ...{ url, signal, headed: false, hostRules: '', say: () => undefined, now: Date.now },
    link: { kind: 'external', url: '', method: 'GET', technique: 'dom', ...link },
    identity: { foldCase: false, ignored: new Set() },
    techniques: chosenTechniques('active,+comment'),
    turns: new DocumentSchedule(() => 0),
  });

test('the picture shows the view of a tall page where the link is, found by its identity', async ({ origin }) => {
  const told = await take(`${origin}/`, { kind: 'internal', url: `${origin}/Far?b=1` });
  expect(told).toMatchObject({ sight: 'outlined', height: 720, landed: `${origin}/` });
  expect(told.picture?.subarray(1, 4).toString()).toBe('PNG');
});

for (const [what, link, sight] of [
  ['a link that nobody sees', { url: 'http://hidden.test/' }, 'hidden'],
  ['one that stands in a comment', { url: 'http://commented.test/page.html', technique: 'comment' }, 'bare'],
  ['one that comes at a click', { url: 'http://opened.test/', technique: 'event' }, 'acted'],
  ['a bad one, by its text', { kind: 'bad', url: 'javascript:void 0', method: null }, 'outlined'],
  ['one that is no longer there', { url: 'http://gone.test/' }, 'gone'],
] as const) {
  test(`${what}: ${sight}`, async ({ origin }) => {
    expect((await take(`${origin}/`, link)).sight).toBe(sight);
  });
}

test('a resource is outlined where the page shows it', async ({ origin }) => {
  const told = await take(`${origin}/`, { kind: 'resource', url: `${origin}/logo.svg` });
  expect(told.sight).toBe('outlined');
});

test('an unreadable page reports its error, and one that never answers is given up at once', async ({
  server,
  origin,
}) => {
  await expect(take(`${origin}/404`, {})).rejects.toThrow(GiveUpVisit);
  const control = new AbortController();
  server.once('request', () => control.abort(new Error('given up')));
  await expect(take(`${origin}/silent`, {}, control.signal)).rejects.toThrow('given up');
});
