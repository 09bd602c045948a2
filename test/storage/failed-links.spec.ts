import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import { listLinks, pagesWithFailed } from '../../src/storage/lists/links.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { runCrawl, test } from '../crawl/demo-web.ts';
import { claimed, newSite, open } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';

test('failed links have a reason, and all pages with them', async ({ file }) => {
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
  const told = links.map(({ id, url, reason, httpStatus, tries }) => {
    return [new URL(url).pathname, [reason, httpStatus, tries, ...pages.of(id).map((on) => new URL(on).pathname)]];
  });
  expect(Object.fromEntries(told)).toEqual({
    '/': [null, null, null],
    '/a': [null, null, null],
    '/b': [null, null, null],
    '/gone': ['HTTP 404', 404, 1, '/a', '/b'],
    '/err': ['HTTP 410', 410, 1, '/a'],
  });
  const gone = links.find(({ url }) => url.endsWith('/gone'))?.id ?? 0;
  expect([pages.of(gone, 1), pages.count(gone), pages.count(1)]).toEqual([['http://broken.test/a'], 2, 0]);
  await store.close();
});

test('tries count failed visits known at the time, and a failure without an answer has no status', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const claim = await claimed(frontier, 1);
  await frontier.completeVisit(claim, failedVisit('ERR_CONNECTION_RESET'), 2);
  // Recrawl runs try it again.
  for (const [place, reason] of ['HTTP 503', 'HTTP 503, its host is busy'].entries())
    store.connection.exec(`create temp table again as select * from visits where id = 1;
      update again set id = null, started_at = started_at + ${10 * (place + 1)}, reason = '${reason}';
      insert into visits select * from again; drop table again`);
  const told = (asOf?: number) =>
    [...listLinks(store, 'internal', { asOf }, false)].map(({ reason, httpStatus, tries }) => [
      reason,
      httpStatus,
      tries,
    ]);
  expect(told()).toEqual([['HTTP 503, its host is busy', 503, 3]]);
  expect(told(5)).toEqual([['ERR_CONNECTION_RESET', null, 1]]);
  await store.close();
});
