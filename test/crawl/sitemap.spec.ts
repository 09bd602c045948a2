import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { sitemapAddresses } from '../../src/crawl/sitemap.ts';
import { test } from '../plain-test.ts';

const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc> ${url} </loc></url>`).join('')}</urlset>`;

test('the addresses of a sitemap', async () => {
  const addresses = ['http://a.test/1', 'http://a.test/2?x=1&amp;y=2', 'https://b.test/'];
  expect(await sitemapAddresses(urlset(...addresses), 'x')).toEqual(addresses.map((url) => url.replace('&amp;', '&')));
  expect(await sitemapAddresses(urlset(), 'x')).toEqual([]);
});

test('an index names its sitemaps, and none is fetched', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end(urlset('http://c.test/'));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sitemap-1.xml`;
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${url}</loc></sitemap></sitemapindex>`;
  expect(await sitemapAddresses(index, 'x')).toEqual([url]);
  expect(asked).toBe(0);
  server.close();
});

test('what is no sitemap', async () => {
  await expect(sitemapAddresses('<urlset><url>', 'list.xml')).rejects.toThrow(/^list.xml is no sitemap: /);
  await expect(
    sitemapAddresses('<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>', 'x'),
  ).rejects.toThrow(/is no sitemap: Invalid character entity/);
  expect(await sitemapAddresses('<html></html>', 'x')).toEqual([]);
});
