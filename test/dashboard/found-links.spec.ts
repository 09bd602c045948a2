import { expect } from '@playwright/test';
import fc from 'fast-check';
import { FoundLinks, isSearched } from '../../src/dashboard/found-links.ts';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import type { LinkFilter } from '../../src/storage/lists/link-filter.ts';
import { linkIds } from '../../src/storage/lists/links.ts';
import { removeSites } from '../../src/storage/sites.ts';
import { claimOf, newSite, open, page, test } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';

const sites = ['http://a.test/', 'http://b.test/', 'http://c.test/'];
const links = Array.from({ length: 12 }, (_, n) => [
  { raw: `http://x${n % 5}.example/${n}`, anchor: `Institute ${n % 3}`, rel: n % 2 === 0 ? 'nofollow' : '' },
  { raw: `/p${n}`, anchor: `Page ${n}` },
  { raw: `mailto:${n}@a.test`, anchor: 'Mail' },
]).flat();

const word = fc.constantFrom('p', 'P1', 'institute', 'x', 'test', 'mail', '@', 'none', 'NOFOLLOW');
const asked = fc.record(
  {
    text: word,
    host: fc.constantFrom('x1.example', 'none.example'),
    site: fc.constantFrom('a.test', 'b.test'),
    level: fc.constant({ from: 1, to: 2 }),
    ...{ url: word, anchor: word, rel: word, source: word },
  },
  { requiredKeys: [] },
);
const sort = fc.constantFrom(undefined, { key: 'url' as const, descending: true });

test('a search of the texts in memory equals one of the tables, in the same order', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites(
    sites.map((url) => newSite(url)),
    0,
  );
  for (let now = 1; now <= 12; now++) {
    const claim = await claimOf(frontier, now);
    if (claim) await frontier.completeVisit(claim, page(claim, links.slice(now, now + 20)), now);
  }
  const found = new FoundLinks(store);
  const compare = () =>
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom('internal', 'external', 'bad'),
        fc.boolean(),
        sort,
        (filter, kind, gone, by) => {
          fc.pre(isSearched(kind, filter));
          expectSame([...found.ids(kind, filter, gone, by)], [...linkIds(store, kind, filter, gone, by)]);
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  compare();
  await deleteLinks(store, 'external', { host: 'x1.example' }, 20);
  await deleteLinks(store, 'internal', { text: 'p1' }, 21);
  const all = linkIds(store, 'external', { text: 'x' }, false, undefined).length;
  compare();
  removeSites(store, [2], 22);
  expect(linkIds(store, 'external', { text: 'x' }, false, undefined).length).toBeLessThan(all);
  compare();
  await store.close();
});

test("links are found by a part of their source page's address", async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const web: Readonly<Record<string, readonly string[]>> = {
    'http://a.test/': ['/News/one', '/two', 'http://x.example/start'],
    'http://a.test/News/one': ['http://x.example/news', 'mailto:a@x.example', '/three'],
    'http://a.test/two': ['http://x.example/two'],
  };
  for (let now = 1; now <= 3; now++) {
    const claim = await claimOf(frontier, now);
    if (claim) await frontier.completeVisit(claim, page(claim, web[claim.url] ?? []), now);
  }
  const on = (kind: 'external' | 'internal' | 'bad', source: string) =>
    linkIds(store, kind, { source } satisfies LinkFilter, false, undefined).length;
  expect([on('external', 'a.test/NEWS'), on('internal', 'news/'), on('bad', '/news/one')]).toEqual([1, 1, 1]);
  expect([on('external', 'A.TEST/'), on('external', 'none'), on('external', '%')]).toEqual([3, 0, 0]);
  await store.close();
});
