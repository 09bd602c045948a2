import { expect } from '@playwright/test';
import { Parser } from 'htmlparser2';
import { changesAsAtom } from '../../src/export/atom.ts';
import { changesAsCsv, changesAsJsonl } from '../../src/export/changes.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import { type ChangeFilter, changesPage, countChanges, listChanges } from '../../src/storage/lists/history.ts';
import type { Store } from '../../src/storage/open.ts';
import { checkOf, claimOf, newSite, open, page, revisit, test } from '../frontier/world.ts';

const A = 'http://a.test/';
const DAY = 86_400_000;

/** A crawl on day 0, revisits on the days after. */
async function history(file: string): Promise<Store> {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A, { shortName: 'A' })], 0);
  const web: Readonly<Record<string, readonly string[]>> = {
    [A]: ['/p', 'http://x.org/?a=1&b=<2>', 'javascript:go()'],
    [`${A}p`]: ['/'],
  };
  for (let claim = await claimOf(frontier, 1); claim; claim = await claimOf(frontier, 1)) {
    const result = page(claim, web[claim.url] ?? []);
    await frontier.completeVisit(claim, { ...result, text: ['Text & <b>more</b> of it'] }, 1);
  }
  const check = (link: number, url: string, on: readonly string[], text: string, day: number) =>
    revisit(frontier, link, { ...page(checkOf(frontier, url), on), text: [text] }, day * DAY);
  await check(1, A, ['/p', '/new'], 'Text & <b>more</b> of that', 1);
  await revisit(frontier, 2, { ...failedVisit('HTTP 404'), httpStatus: 404 }, DAY + 5);
  await check(1, A, ['/p', '/new', 'http://x.org/?a=1&b=<2>'], 'Text & <b>more</b> of that', 2);
  await check(2, `${A}p`, ['/'], 'Back', 3);
  return store;
}

const changesOf = (store: Store, given: Partial<ChangeFilter>) =>
  [...listChanges(store, { since: 0, before: undefined, site: undefined, things: ['pages', 'links'], ...given })].map(
    ({ at, kind, change, url }) => `${(at / DAY).toFixed(0)} ${kind} ${change} ${url}`,
  );

test('new, changed, gone and restored pages, in order of time', async ({ file }) => {
  const store = await history(file);
  expect(changesOf(store, {})).toEqual([
    '0 internal new http://a.test/',
    '0 page new http://a.test/',
    '0 page new http://a.test/p',
    '0 internal new http://a.test/p',
    '0 external new http://x.org/?a=1&b=%3C2%3E',
    '0 bad new javascript:go()',
    '1 page changed http://a.test/',
    '1 internal new http://a.test/new',
    '1 external removed http://x.org/?a=1&b=%3C2%3E',
    '1 bad removed javascript:go()',
    '1 page gone http://a.test/p',
    '2 external returned http://x.org/?a=1&b=%3C2%3E',
    '3 page back http://a.test/p',
  ]);
  expect(changesOf(store, { since: DAY, before: 2 * DAY, things: ['pages'] })).toEqual([
    '1 page changed http://a.test/',
    '1 page gone http://a.test/p',
  ]);
  expect(changesOf(store, { since: 2 * DAY, things: ['links'], site: 'A' })).toEqual([
    '2 external returned http://x.org/?a=1&b=%3C2%3E',
  ]);
  expect(changesOf(store, { since: 9 * DAY })).toEqual([]);
  expect(() => changesOf(store, { site: 'B' })).toThrow('no site "B"');
  await store.close();
});

test('one page of the changes, newest first, and the number of each kind', async ({ file }) => {
  const store = await history(file);
  const all = { since: 0, before: undefined, site: undefined, things: ['pages', 'links'] } as const;
  const told = (limit: number, offset: number, given = {}) =>
    changesPage(store, { ...all, ...given }, { limit, offset }).map(
      ({ at, kind, change, id }) => `${(at / DAY).toFixed(0)} ${kind} ${change} ${id}`,
    );
  expect(told(4, 0)).toEqual(['3 page back 2', '2 external returned 1', '1 page gone 2', '1 bad removed 1']);
  expect(told(2, 2)).toEqual(told(4, 0).slice(2));
  expect(told(9, 0, { kind: 'page', change: 'changed' })).toEqual(['1 page changed 1']);
  const counts = countChanges(store, all);
  expect(counts).toContainEqual({ kind: 'page', change: 'new', changes: 2 });
  expect(counts.reduce((sum, { changes }) => sum + changes, 0)).toBe([...listChanges(store, all)].length);
  expect(countChanges(store, { ...all, since: 3 * DAY })).toEqual([{ kind: 'page', change: 'back', changes: 1 }]);
  await store.close();
});

interface Entry {
  id: string;
  title: string;
  link: string;
  updated: string;
}

/** The entries of a feed, as a reader of XML sees them. */
function entriesOf(xml: string): Entry[] {
  const entries: Entry[] = [];
  let field = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'entry') entries.push({ id: '', title: '', link: '', updated: '' });
        field = name;
        const entry = entries.at(-1);
        if (name === 'link' && entry) entry.link = attributes.href ?? '';
      },
      ontext(text) {
        const entry = entries.at(-1);
        if (entry && (field === 'id' || field === 'title' || field === 'updated')) entry[field] += text;
      },
      onclosetag: () => {
        field = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return entries;
}

test('an Atom feed has each change once, newest first, with a permanent id', async ({ file }) => {
  const store = await history(file);
  const filter = { since: DAY, before: undefined, site: undefined, things: ['pages', 'links'] } as const;
  const xml = changesAsAtom(listChanges(store, filter), DAY, undefined);
  const entries = entriesOf(xml);
  expect(entries).toHaveLength(7);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(7);
  expect(entries[0]).toMatchObject({ title: 'A: back page http://a.test/p', updated: '1970-01-04T00:00:00.000Z' });
  expect(entries[1]).toMatchObject({ link: 'http://x.org/?a=1&b=%3C2%3E' });
  for (const { id } of entries)
    expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const later = entriesOf(changesAsAtom(listChanges(store, { ...filter, since: 2 * DAY }), 2 * DAY, undefined));
  expect(later).toEqual(entries.slice(0, 2));
  expect(entriesOf(changesAsAtom([], DAY, 'A'))).toEqual([]);
  await store.close();
});

test('with any page content, the feed is valid XML and the CSV has a row for each change', () => {
  const hostile = 'a]]>b <script>&amp; "quoted"\u0000\u001b[31m\uFFFF 🦊';
  const change = { at: 1, kind: 'bad', change: 'new', site: hostile, url: hostile, anchor: hostile } as const;
  const none = { httpStatus: null, size: null, kept: null, gone: null, fresh: null, movedTo: hostile };
  const record = { ...change, sourceUrl: 'http://a.test/?x=1&y="2"', ...none };
  const xml = changesAsAtom([record, { ...record, at: 2 }], 0, hostile);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\uFFFF]/);
  const entries = entriesOf(xml);
  expect(entries).toHaveLength(2);
  expect(entries[0]?.title).toContain('a]]&gt;b &lt;script&gt;&amp;amp; "quoted"');
  expect(entries[0]?.link).toBe('http://a.test/?x=1&y="2"');
  expect([...changesAsJsonl([record])].map((line) => JSON.parse(line).url)).toEqual([hostile]);
  expect([...changesAsCsv([record])].join('')).toContain('1970-01-01T00:00:00.001Z,bad,new,');
});
