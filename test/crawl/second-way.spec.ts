import { brotliCompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const brotli = typed('text/html', brotliCompressSync('<title>packed</title><a href=/inside>x</a>'), {
  'content-encoding': 'br',
});

test('a page that the browser can not load is read without one before it is given up', async ({ file }) => {
  const portal = site('second.test', {
    '/': html('<a href=/packed>p</a><a href=/gone>g</a>'),
    '/packed': brotli,
    '/inside': html('inside'),
  });
  const server = await serveDemo({ portals: [portal] });
  const summary = await runCrawl(file, [newSite(portal.start)], server);
  await server.close();
  expect(summary).toMatchObject({ pages: 3, failed: 1, stopped: 'done' });
  // robots.txt and a sitemap that nobody names are asked for, too. Chromium takes brotli over https only. What the server itself answers with an error is not asked for again.
  expect(server.requests.get('second.test')).toBe(1 + 3 + 1 + 1 + 1);
  const db = new Database(file, { readonly: true });
  const rows = db.prepare(`select l.url, v.outcome, v.reason, v.title from visits v
    join internal_links_view l on l.id = v.link where v.reason <> '' order by l.url`);
  const visits = z.array(z.object({ url: z.string(), outcome: z.string(), reason: z.string(), title: z.string() }));
  expect(visits.parse(rows.all())).toEqual([
    { url: 'http://second.test/gone', outcome: 'failed', reason: 'HTTP 404', title: '' },
    { url: 'http://second.test/packed', outcome: 'page', reason: 'second way', title: 'packed' },
  ]);
  db.close();
});
