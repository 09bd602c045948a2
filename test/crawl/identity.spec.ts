import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { serveDemo } from '../../src/demo/server.ts';
import { BadInput } from '../../src/domain/errors.ts';
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

test('what is ignored is fixed with the database; patterns and aliases in a whole crawl', async ({ file, folder }) => {
  const server = await serveDemo({ portals: [portal] });
  const sites = [newSite('http://same.test/')];
  const ignored = ['tracking', 'session-ids', 'parameter-order', 'default-documents'] as const;
  try {
    await runCrawl(file, sites, server, { ignored, exclude: ['/private/**'] });
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
    await expect(runCrawl(file, [], server, { ignored: ['tracking'] })).rejects.toThrow(
      /^--ignore-in-urls: this database was begun with default-documents,parameter-order,session-ids,tracking; use another/,
    );
    const plain = await runCrawl(`${folder}/plain.sqlite`, sites, server);
    expect(plain).toMatchObject({ pages: 6 });
    await expect(runCrawl(`${folder}/plain.sqlite`, [], server, { ignored })).rejects.toThrow(BadInput);
  } finally {
    await server.close();
  }
});
