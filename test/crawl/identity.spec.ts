import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { serveDemo } from '../../src/demo/server.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, redirect, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const portal = site('same.test', {
  '/': html(`<a href="/index.html?PHPSESSID=1">home</a><a href="/list?b=1&a=2&utm_source=x">list</a><a href="/list?a=2&b=1">list</a>
    <a href=/old>old</a><a href=/private/x>private</a>`),
  '/index.html': html('home'),
  '/list': html('list'),
  '/old': redirect('/new'),
  '/new': typed('text/html', '<head><link rel=canonical href="/article#top"><link rel=canonical href=/x></head>new'),
  '/private/x': html('x'),
});

const all = (file: string, query: string): unknown[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(query).all();
  } finally {
    db.close();
  }
};

test('ignored parts are fixed with the database; patterns and aliases in a whole crawl', async ({ file, folder }) => {
  const server = await serveDemo({ portals: [portal] });
  const sites = [newSite('http://same.test/')];
  const ignoreInUrls = ['tracking', 'session-ids', 'parameter-order', 'default-documents'] as const;
  try {
    await runCrawl(file, sites, server, { ignoreInUrls, exclude: ['/private/**'] });
    expect(all(file, 'select url, status from internal_links_view order by id')).toEqual([
      { url: 'http://same.test/', status: 'visited' },
      { url: 'http://same.test/list?b=1&a=2&utm_source=x', status: 'visited' },
      { url: 'http://same.test/old', status: 'redirected' },
      { url: 'http://same.test/private/x', status: 'excluded' },
      { url: 'http://same.test/new', status: 'visited' },
    ]);
    expect(all(file, 'select url, kind, page_url from aliases_view order by kind')).toEqual([
      { url: 'http://same.test/article', kind: 'canonical', page_url: 'http://same.test/new' },
      { url: 'http://same.test/old', kind: 'redirect', page_url: 'http://same.test/new' },
      {
        url: 'http://same.test/list?a=2&b=1',
        kind: 'spelling',
        page_url: 'http://same.test/list?b=1&a=2&utm_source=x',
      },
    ]);
    const later = await runCrawl(file, [], server, {});
    expect(later).toMatchObject({ pages: 4, internal: 5 });
    await expect(runCrawl(file, [], server, { ignoreInUrls: ['tracking'] })).rejects.toThrow(
      /^--ignore-in-urls: this database was created with default-documents,parameter-order,session-ids,tracking; use another/,
    );
    const plain = await runCrawl(`${folder}/plain.sqlite`, sites, server);
    expect(plain).toMatchObject({ pages: 6 });
    await expect(runCrawl(`${folder}/plain.sqlite`, [], server, { ignoreInUrls })).rejects.toThrow(BadInput);
  } finally {
    await server.close();
  }
});

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const pairs = names.flatMap((name) => [`/${name}`, `/${name}/`]);
const listed = (paths: readonly string[]) => html(paths.map((to) => `<a href=${to}>${to}</a>`).join(' '));
/** A site whose start page, and one read after it, link to pages with and without a trailing slash. */
const inBoth = (host: string, answer: (path: string) => ReturnType<typeof html>) =>
  site(host, {
    '/': listed([...pairs.filter((path) => !path.endsWith('/')), '/a/', '/others']),
    '/others': listed(pairs),
    ...Object.fromEntries(pairs.map((path) => [path, answer(path)])),
  });

test('pages at /x and /x/ are two if they differ, which costs no budget', async ({ file, folder }) => {
  let turn = 0;
  const portals = [
    inBoth('apart.test', (path) =>
      html(path.endsWith('/') ? `A folder <a href=/in${path}>x</a>` : `A page <a href=/of${path}>x</a>`),
    ),
    inBoth('same.test', (path) => html(`The page ${path}, a: <a href=/a>a</a> <a href=${path}>x</a>`)),
    // A change at each reading does not make another page.
    site('changing.test', {
      '/': listed(pairs),
      ...Object.fromEntries(pairs.map((path) => [path, () => html(`Said ${'abcdefg'.repeat(++turn)}`)])),
    }),
    inBoth('leads.test', (path) => (path.endsWith('/') ? html(`A page ${path}`) : redirect(`${path}/`))),
  ];
  const server = await serveDemo({ portals });
  const sites = portals.map(({ start }) => newSite(start));
  const http = { render: 'http' as const, foldCase: false, delay: 0 };
  const visits = "select site, count(*) as count from visits where outcome = 'page' group by site order by site";
  const counts = (of: string) => all(of, visits).map((row) => Object(row).count);
  const before = () => portals.map(({ host }) => server.requests.get(host) ?? 0);
  try {
    await runCrawl(file, sites, server, http);
    const asked = before();
    expect(counts(file)).toEqual([2 + 2 * names.length, 2 + names.length, 1 + names.length, 2 + names.length]);
    expect(brokenInvariants(file)).toEqual({});
    // A second run knows them.
    await runCrawl(file, [], server, { ...http, pageLimit: 100 });
    expect(before()).toEqual(asked);
    const plain = `${folder}/plain.sqlite`;
    await runCrawl(plain, sites, server, { ...http, traps: false });
    expect(counts(plain)).toEqual([2 + names.length, 2 + names.length, 1 + names.length, 2 + names.length]);
    // Three links of each are compared, with two requests or three.
    const without = before().map((count, at) => count - (asked[at] ?? 0));
    expect(asked.slice(1).map((count, at) => count - (without[at + 1] ?? 0))).toEqual([6, 9, 3]);
  } finally {
    await server.close();
  }
});
