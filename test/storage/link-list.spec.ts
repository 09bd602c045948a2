import { expect } from '@playwright/test';
import { type LinkKind, linkKinds } from '../../src/domain/link.ts';
import { linksTable } from '../../src/export/columns.ts';
import type { LinkFilter } from '../../src/storage/lists/link-filter.ts';
import { countLinks, type LinkPage, listLinks } from '../../src/storage/lists/links.ts';
import { openStoreToEdit, openStoreToRead, type Store } from '../../src/storage/open.ts';
import { removeSites, siteNamed } from '../../src/storage/sites.ts';
import { claimOf, newSite, type OnPage, open, page, test } from '../frontier/world.ts';

const A = 'http://a.test/';
const B = 'https://b.test:8443/';

/** Two sites, read to level 1: the page read at time t has the links first seen at t. */
async function smallCrawl(file: string): Promise<Store> {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A, { shortName: 'A' }), newSite(B, { shortName: 'B', scope: 'domain' })], 0);
  const web: Readonly<Record<string, readonly OnPage[]>> = {
    [A]: [
      '/1',
      { raw: '/1', method: 'POST', element: 'form' },
      { raw: '/s.css', role: 'embedded' },
      '/paper.pdf',
      'http://x.example/',
      'http://www.y.example/100%_sure',
      'javascript:go()',
    ],
    [`${A}1`]: [
      '/4',
      { raw: 'http://api.x.example/v', role: 'request' },
      { raw: '/5', role: 'guess' },
      'http://x.example/',
      'https://x.example/ГОД',
      'mailto:me@a.test',
    ],
    [B]: ['/1', 'https://www.b.test:8443/2', 'http://x.example/', 'mailto:you@b.test'],
  };
  for (const now of [1, 2, 3]) {
    const claim = now === 3 ? await claimOn(B) : await claimOf(frontier, now);
    if (claim) await frontier.completeVisit(claim, page(claim, web[claim.url] ?? []), now);
  }
  await store.close();
  return await openStoreToRead(file);

  /** The next claim on a page of that address; earlier claims stay claimed. */
  async function claimOn(url: string) {
    for (;;) {
      const claim = await claimOf(frontier, 3);
      if (!claim || claim.url === url) return claim;
    }
  }
}

const urls = (store: Store, kind: LinkKind, filter: LinkFilter = {}, page?: LinkPage) =>
  [...listLinks(store, kind, filter, false, page)].map(({ url }) => url);

test('the keys of a link are the same for every kind, and documented', async ({ file }) => {
  const store = await smallCrawl(file);
  for (const kind of linkKinds)
    for (const link of listLinks(store, kind, {}, false))
      expect(Object.keys(link)).toEqual(linksTable([]).columns.map(({ name }) => name));
  const [external] = listLinks(store, 'external', { site: 'B' }, false);
  expect(external).toMatchObject({
    url: 'http://x.example/',
    site: 'B',
    kind: 'external',
    level: 0,
    status: null,
    host: 'x.example',
    domain: 'x.example',
    sourceUrl: B,
    anchor: 'http://x.example/',
    role: 'link',
    method: 'GET',
    firstSeen: 3,
    lastSeen: 3,
    removed: null,
    deleted: null,
  });
  const [, internal] = listLinks(store, 'internal', { site: 'A' }, false);
  expect(internal).toMatchObject({
    url: `${A}1`,
    level: 1,
    status: 'visited',
    host: 'a.test',
    domain: 'a.test',
    firstSeen: 1,
    lastSeen: null,
  });
  const [bad] = listLinks(store, 'bad', {}, false);
  expect(bad).toMatchObject({
    url: 'javascript:go()',
    reason: 'javascript',
    host: null,
    role: 'link',
    method: null,
    sourceUrl: A,
  });
  const [resource] = listLinks(store, 'resource', {}, false);
  expect(resource).toMatchObject({
    url: `${A}1`,
    level: 0,
    status: null,
    host: 'a.test',
    domain: 'a.test',
    sourceUrl: A,
    element: 'form',
    context: null,
    role: 'write',
    method: 'POST',
    firstSeen: 1,
    lastSeen: 1,
  });
  await store.close();
});

test('every filter, alone and together', async ({ file }) => {
  const store = await smallCrawl(file);
  const cases: readonly (readonly [LinkKind, LinkFilter, readonly string[]])[] = [
    ['internal', { site: 'B' }, [B, `${B}1`, 'https://www.b.test:8443/2']],
    ['internal', { site: A, level: { from: 1, to: 1 } }, [`${A}1`, `${A}paper.pdf`]],
    ['internal', { host: 'www.b.test' }, ['https://www.b.test:8443/2']],
    ['internal', { host: 'b.test' }, [B, `${B}1`]],
    ['internal', { domain: 'b.test' }, [B, `${B}1`, 'https://www.b.test:8443/2']],
    ['internal', { status: 'file' }, [`${A}paper.pdf`]],
    ['internal', { technique: 'seed' }, [A, B]],
    ['internal', { since: 2, until: 3 }, [`${A}4`, `${A}5`]],
    ['internal', { role: 'guess' }, [`${A}5`]],
    ['internal', { role: 'link', level: { from: 2, to: 9 } }, [`${A}4`]],
    ['internal', { method: 'POST' }, []],
    ['resource', {}, [`${A}1`, `${A}s.css`, 'http://api.x.example/v']],
    ['resource', { method: 'POST' }, [`${A}1`]],
    ['resource', { role: 'request' }, ['http://api.x.example/v']],
    ['resource', { host: 'a.test', role: 'embedded' }, [`${A}s.css`]],
    ['resource', { domain: 'x.example' }, ['http://api.x.example/v']],
    ['resource', { level: { from: 1, to: 1 }, site: 'A' }, ['http://api.x.example/v']],
    ['external', { role: 'link', method: 'GET', domain: 'y.example' }, ['http://www.y.example/100%_sure']],
    ['internal', { ids: [1] }, [A]],
    ['external', { host: 'www.y.example' }, ['http://www.y.example/100%_sure']],
    ['external', { domain: 'y.example' }, ['http://www.y.example/100%_sure']],
    ['external', { text: '100%_SURE' }, ['http://www.y.example/100%_sure']],
    ['external', { text: '1%s' }, []],
    ['external', { text: '_' }, ['http://www.y.example/100%_sure']],
    ['external', { text: 'год' }, ['https://x.example/%D0%93%D0%9E%D0%94']],
    ['external', { site: 'A', domain: 'x.example', until: 2 }, ['http://x.example/']],
    ['external', { level: { from: 1, to: 9 } }, ['https://x.example/%D0%93%D0%9E%D0%94']],
    ['bad', { text: 'MAILTO', site: 'A' }, ['mailto:me@a.test']],
    ['bad', { level: { from: 0, to: 0 } }, ['javascript:go()', 'mailto:you@b.test']],
  ];
  for (const [kind, filter, expected] of cases) {
    expect(urls(store, kind, filter), JSON.stringify(filter)).toEqual(expected);
    expect(countLinks(store, kind, filter, false), JSON.stringify(filter)).toBe(expected.length);
  }
  expect(() => urls(store, 'bad', { site: 'C' })).toThrow(/no site "C"/);
  await store.close();
});

test('sorting and paging', async ({ file }) => {
  const store = await smallCrawl(file);
  const all = urls(store, 'internal');
  const sorted = (key: NonNullable<LinkPage['sort']>['key'], descending = false) =>
    urls(store, 'internal', {}, { sort: { key, descending }, limit: 99, offset: 0 });
  expect(sorted('url')).toEqual([...all].sort());
  expect(sorted('url', true)).toEqual([...all].sort().reverse());
  expect(sorted('host')).toEqual([...all].sort());
  expect(sorted('level', true)[0]).toBe(`${A}4`);
  expect(sorted('site', true).slice(0, 3)).toEqual([B, `${B}1`, 'https://www.b.test:8443/2']);
  expect(sorted('first-seen').slice(0, 2)).toEqual([A, B]);
  const pages = [0, 3, 6].flatMap((offset) => urls(store, 'internal', {}, { sort: undefined, limit: 3, offset }));
  expect(pages).toEqual(all);
  const hosts = [
    ...listLinks(store, 'external', {}, false, { sort: { key: 'host', descending: true }, limit: 1, offset: 0 }),
  ];
  expect(hosts[0]?.host).toBe('x.example');
  await store.close();
});

test('links of a removed site are listed only if it is named', async ({ file }) => {
  await (await smallCrawl(file)).close();
  const store = await openStoreToEdit(file);
  const ids = [siteNamed(store, 'A').id];
  expect(removeSites(store, ids, 9)).toBe(1);
  expect(removeSites(store, ids, 10)).toBe(0);
  expect(urls(store, 'external')).toEqual(['http://x.example/']);
  expect(urls(store, 'external', { site: 'A' }).length).toBe(3);
  const view = store.connection.prepare('select distinct site from external_links_view').pluck().all();
  expect(view).toEqual(['B']);
  await store.close();
});
