import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { crawl } from '../../src/crawl/crawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { SOFT_404 } from '../../src/domain/page.ts';
import { newSite } from '../frontier/world.ts';
import { test } from './demo-web.ts';

const link = (to: string) => `<a href="${to}">${to}</a>`;

/** Error pages with links, by host: the answer of each missing address with status 200. */
const ERRORS: Record<string, (path: string) => string> = {
  'named.test': (path) => `<h1>Sorry, ${path} is not here</h1><a href="${path}/news">News</a>`,
  'short.test': () => '<h1>404</h1>',
  'words.test': () => '<p>Not found',
  // An identifier may happen to have no digit.
  'changing.test': (path) => {
    const id = Array.from(randomBytes(8), (byte) => 'abcdefghijklmnop'[byte % 16]).join('');
    const name = new URL(path, 'http://any.test').pathname.split('/').at(-1)?.replaceAll('-', ' ');
    return `<h1>&ldquo;${name}&rdquo; can't be found</h1><p>${id} ${randomUUID()}, ${Date.now()} ms<a href="report?id=${id}">Report</a>`;
  },
  // Its text does not say that it is missing: the first one counts as a page.
  'vague.test': (path) => `<h1>We looked for &ldquo;${path}&rdquo; in vain</h1>`,
  // Hardly more than scripts.
  'scripted.test': () => `<title>Not found</title><p>Not found<script>${'var a = 1;'.repeat(1000)}</script>`,
};

for (const render of ['http', 'browser'] as const)
  test(`error pages with status 200 are not followed, with --render ${render}`, async ({ file }) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const { host = '' } = request.headers;
      const path = request.url ?? '/';
      if (!/robots|sitemap|favicon/.test(path)) asked.push(host + path);
      response.setHeader('content-type', 'text/html');
      if (/robots|sitemap/.test(path)) return response.writeHead(404).end();
      const pages = [1, 2, 3].map((n) => `/p${n}`);
      const gone = ['/old/first', '/old/second-one', '/old/a'].map(link).join(' ');
      if (path === '/') return response.end(pages.map(link).join(' ') + gone);
      if (pages.includes(path))
        return response.end(`<h1>Page ${'abcd'.repeat(pages.indexOf(path) + 1)}</h1>${gone}${link('/')}`);
      return response.end(`${ERRORS[host]?.(path)}<a href="more">More</a> <a href="./">Up</a>`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const sites = Object.keys(ERRORS).map((host) => newSite(`http://${host}/`));
    const options = {
      ...plainCrawl,
      ...{ db: file, render, capture: 'passive,-time,-scroll', hostRules: `MAP *.test 127.0.0.1:${port}`, sites },
      ...{ allowPrivate: true, pageLimit: 400, workers: 2, delay: 0 },
    };
    const summary = await crawl(options, {}, Date.now);
    server.close();
    expect(summary.stopped).toBe('done');
    expect(asked.filter((path) => path.endsWith('no-such-page')).length).toBe(sites.length);
    const db = new Database(file, { readonly: true });
    const read = db.prepare("select url from internal_links_view where status = 'visited' order by url").pluck().all();
    const reasons = db.prepare("select distinct reason from visits where outcome = 'failed'").pluck().all();
    db.close();
    expect(reasons).toEqual([SOFT_404]);
    const own = Object.keys(ERRORS).flatMap((host) => ['', 'p1', 'p2', 'p3'].map((path) => `http://${host}/${path}`));
    const notTold = read.filter((url) => !own.includes(String(url)));
    expect(notTold).toEqual([expect.stringMatching(/^http:\/\/vague\.test\/old\//)]);
    expect(read).toHaveLength(own.length + 1);
  });

/** Sites whose pages look alike, by host: the answer of each address; undefined: status 404. */
const ALIKE: Record<string, (path: string) => string | undefined> = {
  // Without scripts, all its addresses show the same.
  'shell.test': () =>
    '<div id=root></div><noscript>You need to enable JavaScript to run this application</noscript><script src=/app.js></script>',
  // One template, another picture.
  'pictures.test': (path) =>
    `<title>Picture</title><h1>Picture of the collection</h1><img src=/${10 - Number(path.slice(2))}.png>`,
  'titles.test': (path) =>
    `<title>About ${path.slice(1).replace(/\d/g, (digit) => 'x'.repeat(+digit))}</title><h1>Collection`,
  // An application that never draws its pages.
  'undrawn.test': () => '<p>The page is being loaded, please wait',
  // The same pages, and errors with proper status codes.
  'same.test': (path) => (path.startsWith('/p') ? `<h1>Pages of one content</h1>${link('/')}` : undefined),
  // An encyclopedia that answers every word, and has an article about it.
  'words.test': (path) =>
    path === '/p3'
      ? '<h1>Error 404</h1><p>A page that is not found'
      : path.startsWith('/p')
        ? `<h1>The article ${'abcdefg'[Number(path.slice(2))]}</h1>`
        : '<p>There is no such page',
  // One application at all addresses, including the start page.
  'everywhere.test': () => `<h1>Track: not found yet</h1>${[1, 2, 3, 4, 5, 6].map((n) => link(`/p${n}`)).join(' ')}`,
  // The contents of its made-up addresses may not be requested.
  'forbidden.test': () => `<h1>All addresses show this page</h1>${link('/')}`,
};

test('similar pages are not error pages, unless made-up addresses look the same', async ({ file }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    asked.push(host + path);
    response.setHeader('content-type', 'text/html');
    if (path === '/robots.txt' && host === 'forbidden.test')
      return response.end('User-agent: *\nDisallow: /no-such-page');
    if (path === '/' && host !== 'everywhere.test')
      return response.end([1, 2, 3, 4, 5, 6].map((n) => link(`/p${n}`)).join(' '));
    const body = path === '/robots.txt' ? undefined : ALIKE[host]?.(path);
    return response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const hostRules = `MAP *.test 127.0.0.1:${port}`;
  const sites = Object.keys(ALIKE).map((host) => newSite(`http://${host}/`));
  const options = { ...plainCrawl, db: file, render: 'http' as const, hostRules, allowPrivate: true, delay: 0, sites };
  const summary = await crawl(options, {}, Date.now);
  server.close();
  expect(summary).toMatchObject({ failed: 0, pages: 7 * sites.length });
  const madeUp = asked.filter((address) => address.endsWith('no-such-page')).sort();
  expect(madeUp, 'once where pages look alike').toEqual(
    ['everywhere', 'same', 'words'].map((name) => `${name}.test/no-such-page`),
  );
});
