import { expect } from '@playwright/test';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { listSites } from '../../src/storage/sites.ts';
import { readTopicFile } from '../../src/topics/topic-file.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, redirect, site, typed } from '../site/site.ts';
import { isOnTopic, smallDomains } from '../site/small-domains.ts';
import { runCrawl, test } from './demo-web.ts';

const DOMAINS = 5000;
const courses = readTopicFile(`${import.meta.dirname}/../../data/topics/courses.yaml`);
const options = { render: 'http', workers: 4, follow: 'web' } as const;

/** Addresses in the order of their visits. */
async function visited(file: string): Promise<string[]> {
  const store = await openStoreToRead(file);
  const rows = store.connection
    .prepare('select l.url from visits v join internal_links_view l on l.id = v.link order by v.id')
    .pluck()
    .all();
  await store.close();
  return z.array(z.string()).parse(rows);
}

test('a crawl by topic follows the topic through 5,000 small domains', async ({ file }) => {
  const portals = smallDomains(DOMAINS);
  const server = await serveDemo({ portals });
  const choice = { strategy: 'topic', params: {}, topic: courses };
  const start = newSite(portals[1]?.start ?? '');
  const summary = await runCrawl(file, [start], server, { ...options, choice, pageLimit: 200 });
  // Refused, forbidden and missing pages are charged, too: here there are none.
  expect(summary).toMatchObject({ stopped: 'page-limit', pages: 200, failed: 0 });
  const pages = await visited(file);
  expect(pages.filter(isOnTopic).length).toBeGreaterThan(120);
  expect(new Set(pages.map((url) => new URL(url).host)).size).toBeGreaterThan(50);
  expect(summary.sitesFound).toBeGreaterThan(300);
  expect(summary.sites.length).toBeLessThan(summary.sitesFound);
  // Each host was asked for its robots.txt, once, before its pages.
  const asked = [...server.requests].filter(([, requests]) => requests > 0);
  const ofHost = (host: string) => pages.filter((url) => new URL(url).host === host).length;
  expect(asked.map(([host, requests]) => requests - ofHost(host)).filter((others) => others !== 1)).toEqual([1 + 1]);
  await server.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('found sites have their own delays, robots.txt and limits, and a stopped crawl continues', async ({ file }) => {
  const list = Array.from({ length: 6 }, (_, at) => `<a href="http://s${at}.test/in">course ${at}</a>`).join(' ');
  const shops = '<a href="https://www.amazon.co.uk/books">books</a> <a href="http://facebook.com/us">us</a>';
  const small = Array.from({ length: 6 }, (_, at) =>
    site(`s${at}.test`, {
      '/robots.txt': typed('text/plain', at === 3 ? 'User-agent: *\nDisallow: /in' : ''),
      '/in': at === 4 ? redirect('http://s5.test/moved') : html('<a href="/1">1</a> <a href="/2">2</a>'),
      ...{ '/1': html(''), '/2': html(''), '/moved': html('Here') },
    }),
  );
  const server = await serveDemo({ portals: [site('start.test', { '/': html(list + shops) }), ...small] });
  const limits = { ...options, delay: 30, newSites: 5, newSitePages: 2 };
  const choice = { strategy: 'beebot-sequential', siteRule: 'best-first', params: {} };
  const begun = await runCrawl(file, [newSite('http://start.test/')], server, { ...limits, choice, pageLimit: 4 });
  expect(begun).toMatchObject({ stopped: 'page-limit', sitesFound: 6 });
  const summary = await runCrawl(file, [], server, { ...limits, choice });
  await server.close();
  expect(summary.stopped).toBe('done');
  const pages = await visited(file);
  // s3 forbids its page, so its slot is wasted; s4 leads to s5, which is the sixth.
  expect(pages.filter((url) => url.includes('s3.'))).toEqual([]);
  const store = await openStoreToRead(file);
  const sites = listSites(store, { removed: false });
  await store.close();
  const found = sites.filter(({ foundOn }) => foundOn === 'http://start.test/');
  expect(found.map(({ site: name }) => name)).toEqual([
    's0.test',
    's1.test',
    's2.test',
    's3.test',
    's4.test',
    's5.test',
  ]);
  expect(found.every((one) => one.pages + one.failed <= 2)).toBe(true);
  expect(found.filter((one) => one.pages + one.failed > 0).length).toBeLessThanOrEqual(5);
  expect(found.find(({ site: name }) => name === 's3.test')).toMatchObject({
    status: 'not-available',
    note: 'robots.txt forbids it',
  });
  expect(brokenInvariants(file)).toEqual({});
});
