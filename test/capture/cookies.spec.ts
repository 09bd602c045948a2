import { HttpCapture } from '../../src/capture/http/http.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import type { StorageState } from '../../src/capture/session/session-state.ts';
import { addresses, expect, test } from './fixtures.ts';

test('cookies and storage stay with their site', async ({ odd }) => {
  expect(addresses(await odd.page('cookies.test/', 201))).toEqual(['/cookie/none', '/visits/1']);
  expect(addresses(await odd.page('cookies.test/', 201))).toEqual(['/cookie/session%3D1', '/visits/2']);
  expect(addresses(await odd.page('cookies.test/', 202))).toEqual(['/cookie/none', '/visits/1']);
});

test('piled-up cookies are dropped when the server refuses them, session cookies are not', async ({ odd }) => {
  const { hostRules } = odd.server;
  const http = (storageState?: StorageState) =>
    new HttpCapture({ hostRules: parseHostRules(hostRules), userAgent: 'forager', now: Date.now, storageState });
  const loggedIn = http({ cookies: [], origins: [] });
  for (const capture of [odd.capture, http()]) {
    const read = (path: string) => capture.read({ url: `http://cookies.test/${path}`, site: 206 });
    await read('pile');
    expect(await read('refusing')).toMatchObject({ httpStatus: 200, links: [{ url: 'http://cookies.test/read' }] });
    await read('pile');
    await expect(read('broken'), 'whatever is wrong with it').rejects.toThrow('HTTP 400');
    expect(await read('')).toMatchObject({
      links: [{ url: 'http://cookies.test/cookie/none' }, {}].slice(0, capture === odd.capture ? 2 : 1),
    });
    if (capture !== odd.capture) await capture.close();
  }
  const read = (path: string) => loggedIn.read({ url: `http://cookies.test/${path}`, site: 206 });
  await read('pile');
  await expect(read('refusing')).rejects.toThrow('HTTP 431');
  await loggedIn.close();
});

test('pages of one site and of many sites are read concurrently', async ({ odd }) => {
  const sites = [301, 301, 301, 302, 303, 304];
  const pages = await Promise.all(sites.map((site) => odd.page('scripted.test/fetch', site)));
  expect(pages.map((page) => addresses(page))).toEqual(sites.map(() => ['/fetched']));
});

test('more sites are kept than tabs', async ({ odd }) => {
  for (let site = 400; site < 420; site += 2) {
    const pages = await Promise.all([site, site + 1].map((one) => odd.page('cookies.test/', one)));
    expect(pages.map(({ links }) => links.length)).toEqual([2, 2]);
  }
  expect(addresses(await odd.page('cookies.test/', 419))).toEqual(['/cookie/session%3D1', '/visits/2']);
});
