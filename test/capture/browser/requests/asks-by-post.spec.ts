import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { techniqueNames } from '../../../../src/capture/find/registry.ts';
import { test } from '../../../plain-test.ts';

/** Requests data by GraphQL at load, and a further part of a table on a press; another press would write. */
const PAGE = `<!doctype html><body><button id=more>Next courses</button><button id=like>Like</button><script>
  const ask = (path, body, type = 'application/json') =>
    fetch(path, { method: 'POST', headers: { 'content-type': type }, body }).then((answer) => answer.json());
  const show = (paths) => { for (const path of paths) document.body.insertAdjacentHTML('beforeend', '<p><a href=' + path + '>x</a>') };
  ask('/graphql', JSON.stringify({ query: 'query Courses { courses { url } }' })).then(show);
  more.onclick = () => ask('/table', 'draw=2&start=10&length=10', 'application/x-www-form-urlencoded').then(show);
  like.onclick = () => ask('/graphql', JSON.stringify({ query: 'mutation { like(course: 3) { id } }' })).then(show, () => 0);
  navigator.sendBeacon('/search', '{}')</script>`;

const received: string[] = [];
let server: Server;
let capture: BrowserCapture;
test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') received.push(`${request.url} ${body}`);
    const isPage = request.method === 'GET' && request.url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    response.end(isPage ? PAGE : JSON.stringify([`${request.url}/asked`]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  capture = new BrowserCapture({
    techniques: techniqueNames('active'),
    headed: false,
    hostRules: `MAP *.test 127.0.0.1:${address.port}`,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
});
test.afterAll(async () => {
  await capture.close();
  server.closeAllConnections();
  server.close();
});

test('read-only POST requests are sent, by the page and by actions; writes are not', async () => {
  const captured = await capture.read({ url: 'http://portal.test/', site: 1 });
  const links = captured.kind === 'page' ? captured.links : [];
  const found = links.flatMap(({ url, role }) => (role === 'link' ? (url ?? []) : []));
  expect(found).toEqual(expect.arrayContaining(['http://portal.test/graphql/asked', 'http://portal.test/table/asked']));
  expect(new Set(received)).toEqual(
    new Set(['/graphql {"query":"query Courses { courses { url } }"}', '/table draw=2&start=10&length=10']),
  );
});
