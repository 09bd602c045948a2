import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { listLinks, pagesWithFailed } from '../../src/storage/lists/links.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { runCrawl, test } from '../crawl/demo-web.ts';
import { newSite } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';

test('links that failed say why, and all pages that have them', async ({ file }) => {
  const portal = site('broken.test', {
    '/': html('<a href=/a>a</a><a href=/b>b</a>'),
    '/a': html('<a href=/gone>x</a><a href=/err>y</a><a href=/gone>again</a>'),
    '/b': html('<a href=/gone>x</a>'),
    '/err': { status: 410, headers: {}, body: '' },
  });
  const server = await serveDemo({ portals: [portal] });
  await runCrawl(file, [newSite(portal.start)], server, { render: 'http' });
  await server.close();
  const store = await openStoreToRead(file);
  const links = [...listLinks(store, 'internal', {}, false)];
  const pages = pagesWithFailed(store);
  await store.close();
  expect(
    Object.fromEntries(links.map(({ id, url, reason }) => [new URL(url).pathname, [reason, pages.get(id)]])),
  ).toEqual({
    '/': [null, undefined],
    '/a': [null, undefined],
    '/b': [null, undefined],
    '/gone': ['HTTP 404', ['http://broken.test/a', 'http://broken.test/b']],
    '/err': ['HTTP 410', ['http://broken.test/a']],
  });
});
