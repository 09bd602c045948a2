import { addresses, expect, test } from './fixtures.ts';

test('cookies and storage stay with their site', async ({ odd }) => {
  expect(addresses(await odd.page('cookies.test/', 201))).toEqual(['/cookie/none', '/visits/1']);
  expect(addresses(await odd.page('cookies.test/', 201))).toEqual(['/cookie/session%3D1', '/visits/2']);
  expect(addresses(await odd.page('cookies.test/', 202))).toEqual(['/cookie/none', '/visits/1']);
});

test('pages of one site and of many are read at the same time', async ({ odd }) => {
  const sites = [301, 301, 301, 302, 303, 304];
  const pages = await Promise.all(sites.map((site) => odd.page('scripted.test/fetch', site)));
  expect(pages.map((page) => addresses(page))).toEqual(sites.map(() => ['/fetched']));
});

test('more sites than tabs are kept', async ({ odd }) => {
  for (let site = 400; site < 420; site += 2) {
    const pages = await Promise.all([site, site + 1].map((one) => odd.page('cookies.test/', one)));
    expect(pages.map(({ links }) => links.length)).toEqual([2, 2]);
  }
  expect(addresses(await odd.page('cookies.test/', 419))).toEqual(['/cookie/session%3D1', '/visits/2']);
});
