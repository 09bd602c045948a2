import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { crawl } from '../../src/crawl/crawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import { unpackFacts } from '../../src/recrawl/page-facts.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { newSite } from '../frontier/world.ts';
import { ask, test as base, plainRecrawl } from './changing-web.ts';

/** A site of five pages whose sitemap is set by the test, in a compressed file behind an index. */
const test = base.extend<{
  site: { lastmod: Record<string, string>; isDown: boolean; hostRules: string; asked: string[] };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  site: async ({}, use) => {
    const state = { lastmod: {}, isDown: false, hostRules: '', asked: [] as string[] };
    const server: Server = createServer((request, response) => {
      const path = request.url ?? '';
      state.asked.push(path);
      const send = (type: string, body: string | Buffer) => response.writeHead(200, { 'content-type': type }).end(body);
      if (path === '/robots.txt') send('text/plain', 'Sitemap: /sitemap.xml\nSitemap: http://other.test/sitemap.xml');
      else if (path.startsWith('/sitemap.xml')) {
        if (state.isDown) response.writeHead(500).end();
        else
          send('text/xml', '<sitemapindex><sitemap><loc>http://maps.test/pages.xml.gz</loc></sitemap></sitemapindex>');
      } else if (path === '/pages.xml.gz') {
        const urls = Object.entries(state.lastmod).map(
          ([at, time]) => `<url><loc>http://maps.test${at}</loc><lastmod>${time}</lastmod></url>`,
        );
        send(
          'application/gzip',
          gzipSync(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`),
        );
      } else if (path === '/')
        send('text/html', [1, 2, 3, 4].map((n) => `<p><a href=/p${n}>page ${n}</a></p>`).join(''));
      else send('text/html', `<p>text of ${path}</p>`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    state.hostRules = `MAP *.test 127.0.0.1:${port}`;
    await use(state);
    server.close();
  },
});

const page = (file: string, path: string): { signal: number; last: number } => {
  const [row] = ask(
    file,
    'select facts from recrawl_pages r join internal_links l on l.id = r.page where l.url = ?',
    path,
  );
  return unpackFacts(row?.facts as Uint8Array, () => 1);
};

test('sitemaps report once per run which pages have changed since they were read', async ({ site, file }) => {
  const options = { ...plainCrawl, db: file, render: 'http', hostRules: site.hostRules, allowPrivate: true } as const;
  await crawl({ ...options, sites: [newSite('http://maps.test/')] }, {}, Date.now);
  const again = (pageLimit: number) =>
    recrawl({ ...options, recrawl: { ...plainRecrawl, rule: 'uniform', pageLimit } }, {}, Date.now);
  await again(10);
  expect(page(file, '/p1').signal, 'nothing was told').toBeNaN();

  const day = (days: number) => new Date(Date.now() + 86_400_000 * days).toISOString();
  site.lastmod = { '/p1': day(1), '/p2': day(-9), '/p3': day(0).slice(0, 10), '/gone': day(1) };
  site.asked.length = 0;
  await again(1);
  expect(
    site.asked.filter((path) => /xml/.test(path)),
    'once, and no other host',
  ).toEqual(['/sitemap.xml', '/pages.xml.gz']);
  expect(page(file, '/p1').signal, 'changed, told in run 2').toBe(2);
  expect(page(file, '/p2').signal, 'not changed').toBe(0);
  expect(page(file, '/p3').signal, 'today: perhaps after it was read').toBe(2);
  expect(page(file, '/p4').signal, 'not in the sitemap').toBeNaN();

  await again(10);
  const checked = ask(
    file,
    'select l.url, c.signal from page_revisits c join internal_links l on l.id = c.page where step = 3',
  );
  const signals = Object.fromEntries(checked.map(({ url, signal }) => [url, signal]));
  expect(signals).toMatchObject({ '/p1': 2, '/p2': 0, '/p3': 2, '/p4': null });
  expect(page(file, '/p1').signal, 'read since').toBe(0);

  site.isDown = true;
  expect(await again(1), 'a site whose sitemaps fail is recrawled none the less').toMatchObject({
    recrawlRun: 4,
    revisits: 1,
  });
});
