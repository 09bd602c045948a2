import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { FrontierLimits } from '../../../src/frontier/frontier.ts';
import { storedTables } from '../../../src/frontier/queries.ts';
import { openStoreToEdit } from '../../../src/storage/open.ts';
import { addSites, listSites, removeSites } from '../../../src/storage/sites.ts';
import { expectSame } from '../../in-loops.ts';
import { brokenInvariants } from '../invariants.ts';
import { aWideWeb, wideStart } from '../random-web.ts';
import {
  checkOf,
  claimed,
  crawlAll,
  everywhere,
  misjudged,
  newSite,
  type OnPage,
  open,
  openNew,
  page,
  queuedIn,
  revisit,
  test,
} from '../world.ts';

const A = 'http://www.a.edu/';
const web: Readonly<Record<string, readonly OnPage[]>> = {
  [A]: ['/1', 'http://lab.a.edu/people', 'http://b.org/start', 'http://b.org/paper.pdf'],
  [`${A}1`]: ['http://b.org/start', 'http://c.org/'],
  'http://lab.a.edu/people': ['/labs', A],
  'http://lab.a.edu/labs': [],
  'http://b.org/start': ['/2', 'http://www.b.org/3', 'http://www.a.edu/1', 'http://c.org/deep'],
  'http://b.org/2': [],
  'http://www.b.org/3': [],
  'http://c.org/': [],
  'http://c.org/deep': ['http://d.org/'],
};

test('an external link opens a site, whose links are followed too', async ({ file }) => {
  const { frontier, close } = await openNew(file, { follow: everywhere, siteRule: 'best-first' });
  await frontier.addSites([newSite(A)], 0);
  const order = await crawlAll(frontier, { ...web, 'http://d.org/': [] });
  // By level, as in the link order, on any site; of equals, the site with fewer visits comes first.
  expect(order).toEqual([
    ...[A, 'http://lab.a.edu/people', 'http://b.org/start', `${A}1`],
    ...['http://c.org/deep', 'http://lab.a.edu/labs', 'http://b.org/2', 'http://c.org/', 'http://www.b.org/3'],
    'http://d.org/',
  ]);
  expect(frontier.sites().map(({ shortName }) => shortName)).toEqual([...[A, 'lab.a.edu', 'b.org', 'c.org', 'd.org']]);
  await close();
});

test('limits on found sites', async ({ folder }) => {
  const visits = async (name: string, follow: Partial<FrontierLimits['follow']>, options = {}) => {
    const limits = { follow: { ...everywhere, ...follow }, siteRule: 'best-first', ...options };
    const { frontier, close } = await openNew(`${folder}/${name}.sqlite`, limits);
    await frontier.addSites([newSite(A)], 0);
    const order = await crawlAll(frontier, web);
    await close();
    return {
      order,
      sites: frontier
        .sites()
        .map(({ shortName }) => shortName)
        .slice(1),
    };
  };
  const inDomain = await visits('domains', { reach: 'domains' });
  expect(inDomain.sites).toEqual(['lab.a.edu']);
  expect(inDomain.order).toHaveLength(4);
  // The first two are visited; of the others only the links to them are known.
  const two = await visits('two', { newSites: 2 });
  expect(two.sites).toEqual(['lab.a.edu', 'b.org', 'c.org']);
  expect(two.order.filter((url) => url.includes('c.org'))).toEqual([]);
  expect(two.order).toHaveLength(7);
  const one = await visits('one', { newSitePages: 1 });
  expect(one.order).toEqual([
    ...[A, 'http://lab.a.edu/people', 'http://b.org/start', `${A}1`, 'http://c.org/deep', 'http://d.org/'],
  ]);
  const avoiding = await visits('avoiding', { avoids: (host) => host === 'b.org' });
  expect(avoiding.sites).toEqual(['lab.a.edu', 'c.org']);
  const shallow = await visits('shallow', {}, { depth: 1 });
  expect(shallow.sites).toEqual(['lab.a.edu', 'b.org']);
  const patterns = await visits('patterns', {}, { admits: ({ url }: { url: string }) => !url.includes('lab.') });
  expect(patterns.sites).toEqual(['b.org', 'c.org', 'd.org']);
});

test('a domain opens as one site, next to its hosts that exist already', async ({ file }) => {
  const limits = { follow: { ...everywhere, openAs: 'domain' as const }, siteRule: 'best-first' };
  const { frontier, close } = await openNew(file, limits);
  await frontier.addSites([newSite('http://a.edu/')], 0);
  const order = await crawlAll(frontier, {
    'http://a.edu/': ['http://x.b.org/', 'http://lab.a.edu/', 'http://y.b.org/'],
    'http://x.b.org/': ['http://z.b.org/'],
  });
  expect(order).toEqual([
    ...['http://a.edu/', 'http://x.b.org/', 'http://lab.a.edu/', 'http://y.b.org/', 'http://z.b.org/'],
  ]);
  expect(frontier.sites().map(({ shortName }) => shortName)).toEqual(['http://a.edu/', 'x.b.org', 'lab.a.edu']);
  await close();
});

test('without --follow external links are only recorded, and found sites of earlier runs wait', async ({ file }) => {
  const first = await open(file, { follow: everywhere, pageLimit: 3 });
  await first.frontier.addSites([newSite(A)], 0);
  expect(await crawlAll(first.frontier, web)).toHaveLength(3);
  await first.store.close();
  const second = await open(file, {}, 100);
  const order = await crawlAll(second.frontier, web, 101);
  expect(order.filter((url) => !url.startsWith(A))).toEqual([]);
  await second.store.close();
  const third = await open(file, { follow: everywhere }, 200);
  expect((await crawlAll(third.frontier, web, 201)).length).toBeGreaterThan(3);
  await third.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a found site is listed with its source page; one added or removed by the user is theirs', async ({ file }) => {
  const { frontier, store } = await open(file, { follow: everywhere, siteRule: 'best-first', pageLimit: 1 });
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, web);
  expect(listSites(store, { removed: false }).map(({ url, foundOn }) => [url, foundOn])).toEqual([
    [A, null],
    ['http://lab.a.edu/', A],
    ['http://b.org/', A],
  ]);
  expect(addSites(store, [newSite('http://b.org/')], 5)).toEqual({ added: 1, broughtBack: 0, known: 0 });
  removeSites(store, [2], 5);
  await store.close();
  const again = await open(file, { siteRule: 'best-first' }, 100);
  const order = await crawlAll(again.frontier, { ...web, 'http://b.org/': [] }, 101);
  expect(order).toEqual(['http://b.org/', `${A}1`, 'http://b.org/start', 'http://b.org/2', 'http://www.b.org/3']);
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('no site is opened by nofollow, on a host crawled in part, or if the user removed one there', async ({ file }) => {
  const { frontier, store } = await open(file, { follow: everywhere, siteRule: 'best-first' });
  const part = newSite('http://parts.org/docs/', { scope: 'prefix' });
  await frontier.addSites([newSite(A), part, newSite('http://out.org/')], 0);
  const edit = await openStoreToEdit(file);
  removeSites(edit, [3], 1);
  await edit.close();
  const start = await claimed(frontier, 2000);
  const links = [
    'http://parts.org/other',
    'http://parts.org/docs/2',
    'http://out.org/1',
    'http://d.org/',
    'http://no.org/',
  ];
  const result = page(start, links);
  const unfollowed = result.links.map((one) => ({ ...one, isNofollow: one.found.raw === 'http://no.org/' }));
  await frontier.completeVisit(start, { ...result, links: unfollowed }, 2001);
  expect((await crawlAll(frontier, { [part.url]: [] }, 2002)).sort()).toEqual([
    ...['http://d.org/', 'http://parts.org/docs/', 'http://parts.org/docs/2'],
  ]);
  expect(frontier.sites().map(({ shortName }) => shortName)).toEqual([A, part.url, 'd.org']);
  expect(listSites(store, { removed: true })).toMatchObject([{ url: 'http://out.org/', internal: 1 }]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a site added by the user while it is found is taken as added', async ({ file }) => {
  const { frontier, store } = await open(file, { follow: everywhere, siteRule: 'best-first' });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  const edit = await openStoreToEdit(file);
  addSites(edit, [newSite('http://b.org/')], 2);
  await edit.close();
  await frontier.completeVisit(start, page(start, web[A] ?? []), 3);
  await crawlAll(frontier, { ...web, 'http://b.org/': [] }, 1500);
  expect(listSites(store, { removed: false }).find(({ url }) => url === 'http://b.org/')).toMatchObject({
    ...{ foundOn: null, status: 'finished' },
  });
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links between sites are edges, and the order knows their targets, in a running crawl and in a later one', async ({
  file,
}) => {
  const seen: string[] = [];
  const noting = {
    rank: () => ({ lane: 0, value: 0 }),
    learn: (one: { claimed: { url: string }; links: readonly { site: number; url: string; isNew: boolean }[] }) => {
      seen.push(`${one.claimed.url} ${one.links.map(({ site, url, isNew }) => `${site} ${url} ${isNew}`).join(', ')}`);
      return [];
    },
  };
  const { frontier, store } = await open(file, { follow: everywhere, siteRule: 'best-first', linkOrder: noting });
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, web);
  expect(seen).toContain(
    'http://b.org/start 3 http://b.org/2 true, 3 http://www.b.org/3 true, 1 http://www.a.edu/1 false, 4 http://c.org/deep true',
  );
  const live = seen.splice(0).filter((line) => web[line.split(' ')[0] ?? '']);
  const { sql } = storedTables(store);
  const page1 = sql.internal.get.get({ id: 1 });
  expect(page1?.url).toBe('/');
  expect(sql.observed.links.all({ source: 1 })).toHaveLength(3);
  await store.close();
  const again = await open(file, { follow: everywhere, siteRule: 'best-first', linkOrder: noting }, 100);
  expect(seen).toEqual(live);
  await again.store.close();
});

test('a revisit keeps the links between sites that a page still has', async ({ file }) => {
  const run = { follow: { ...everywhere, newSites: 0 }, siteRule: 'best-first' };
  const first = await open(file, { follow: everywhere, siteRule: 'best-first' });
  await first.frontier.addSites([newSite(A)], 0);
  const start = await claimed(first.frontier, 1);
  await first.frontier.completeVisit(start, { ...page(start, web[A] ?? []), text: ['Faculty'] }, 1);
  await crawlAll(first.frontier, web, 2);
  await first.store.close();
  const { frontier, store } = await open(file, run, 100);
  const now = page(checkOf(frontier, A), ['/1', 'http://b.org/start', 'http://b.org/new', 'http://e.org/']);
  const checked = await revisit(frontier, 1, { ...now, text: ['Faculty'] }, 200);
  expect(checked).toMatchObject({ newInternal: 0, newExternal: 2, removedLinks: 3 });
  expect(frontier.sites()).toHaveLength(5);
  expect((await claimed(frontier, 201)).url).toBe('http://b.org/new');
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

for (const linkOrder of ['learned', 'link-group', 'hits', 'hits-text', 'incremental', 'topic'])
  test(`${linkOrder}: a crawl beyond its sites is the same if interrupted`, async ({ folder }) => {
    let run = 0;
    const options = { follow: everywhere, siteRule: 'best-first', linkOrder };
    await fc.assert(
      fc.asyncProperty(aWideWeb, async (wide) => {
        const file = `${folder}/${++run}.sqlite`;
        const { frontier: through, close } = await openNew(`${file}-through`, options);
        await through.addSites([newSite(wideStart)], 0);
        const whole = await crawlAll(through, wide);
        await close();
        expect(whole).toHaveLength(Object.keys(wide).length);
        const order: string[] = [];
        for (let now = 1; order.length < whole.length; ) {
          const { frontier, store } = await open(file, options, now);
          if (now === 1) await frontier.addSites([newSite(wideStart)], 0);
          for (const end = now + 3; now < end; now++) {
            const claim = await claimed(frontier, now);
            await frontier.completeVisit(claim, page(claim, wide[claim.url] ?? []), now);
            order.push(claim.url);
          }
          expectSame(misjudged(frontier, queuedIn(storedTables(store), now)), []);
          await store.close();
        }
        expectSame(order, whole);
        expectSame(brokenInvariants(file), {});
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
