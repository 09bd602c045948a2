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

for (const render of ['http', 'browser'] as const)
  test(`error pages that are sent with status 200 lead nowhere, with --render ${render}`, async ({ file }) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      asked.push(path);
      response.setHeader('content-type', 'text/html');
      if (path === '/robots.txt') return response.writeHead(404).end();
      const pages = [1, 2, 3, 4, 5].map((n) => `/p${n}`);
      if (path === '/') return response.end(pages.map(link).join(' ') + link('/old/a') + link('/old/b'));
      if (pages.includes(path)) return response.end(`<h1>A page of its own, ${path}</h1>${link('/old/c')}${link('/')}`);
      return response.end(
        `<h1>Sorry, ${path} is not here</h1><a href="more">More</a> <a href="${path}/news">News</a> <a href="./">Up</a>`,
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const hostRules = `MAP *.test 127.0.0.1:${port}`;
    const options = {
      ...plainCrawl,
      db: file,
      render,
      hostRules,
      allowPrivate: true,
      pageLimit: 200,
      workers: 1,
      delay: 0,
    };
    const summary = await crawl({ ...options, sites: [newSite('http://soft.test/')] }, {}, Date.now);
    server.close();
    expect(asked.filter((path) => path.endsWith('no-such-page'))).toHaveLength(1);
    expect(asked.length, asked.join(' ')).toBeLessThan(30);
    const db = new Database(file, { readonly: true });
    const read = db.prepare("select url from internal_links_view where status = 'visited' order by url").pluck().all();
    const reasons = db.prepare("select distinct reason from visits where outcome = 'failed'").pluck().all();
    db.close();
    expect(read).toEqual(expect.arrayContaining([1, 2, 3, 4, 5].map((n) => `http://soft.test/p${n}`)));
    expect(read.length, 'the first ones could not be told').toBeLessThanOrEqual(6 + 2);
    expect(reasons).toEqual([SOFT_404]);
    expect(summary.failed).toBeGreaterThan(1);
  });

/** Sites whose pages look alike, by host: what each of their addresses answers; undefined: status 404. */
const ALIKE: Record<string, (path: string) => string | undefined> = {
  // Without scripts, its pages show what all addresses show.
  'shell.test': () =>
    '<div id=root></div><noscript>You need to enable JavaScript to run this application</noscript><script src=/app.js></script>',
  // One template, another picture.
  'pictures.test': (path) =>
    `<title>Picture</title><h1>Picture of the collection</h1><img src=/${10 - Number(path.slice(2))}.png>`,
  'titles.test': (path) =>
    `<title>About ${path.slice(1).replace(/\d/g, (digit) => 'x'.repeat(+digit))}</title><h1>Collection`,
  // The same pages, and errors with a status of their own.
  'same.test': (path) => (path.startsWith('/p') ? '<h1>Pages of one content</h1>' : undefined),
  // What its made-up addresses show may not be asked.
  'forbidden.test': () => '<h1>All addresses show this page</h1>',
};

test('pages that look alike are no error pages, unless made-up addresses look so', async ({ file }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    asked.push(host + path);
    response.setHeader('content-type', 'text/html');
    if (path === '/robots.txt' && host === 'forbidden.test')
      return response.end('User-agent: *\nDisallow: /no-such-page');
    if (path === '/') return response.end([1, 2, 3, 4, 5, 6].map((n) => link(`/p${n}`)).join(' '));
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
  const madeUp = asked.filter((address) => address.endsWith('no-such-page'));
  expect(madeUp, 'once where pages look alike').toEqual(['same.test/no-such-page']);
});
