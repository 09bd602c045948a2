import { expect } from '@playwright/test';
import fc from 'fast-check';
import { LinkTexts, type SearchedKind } from '../../src/storage/lists/link-texts.ts';
import { listLinks } from '../../src/storage/lists/links.ts';
import type { Store } from '../../src/storage/open.ts';
import { claimOf, newSite, open, page, test } from '../frontier/world.ts';

const START = 'http://a.test/';
const anchors = [
  'Österreichs Häfen',
  'ХИМИЯ и жизнь',
  '数学研究所',
  'Labor',
  'labour',
  '',
  'a a a',
  '100 %_\\',
  'İstanbul, 300 \u212a',
  'a\u001eb c',
];
const link = (n: number) => ({ raw: `http://x${n}.example/p${n}`, anchor: anchors[n % anchors.length] ?? '' });
const SIZE = 40;
const found = [
  ...Array.from({ length: SIZE }, (_, n) => link(n)),
  ...Array.from({ length: SIZE }, (_, n) => ({ raw: `/in${n}`, anchor: anchors[n % anchors.length] ?? '' })),
  { raw: '/guessed', role: 'guess' as const },
  { raw: 'mailto:someone@a.test', anchor: 'Mail' },
];

async function crawled(file: string) {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(START)], 0);
  let now = 0;
  return {
    store,
    /** Visits the next page, with these links. */
    async visit(links: Parameters<typeof page>[1]) {
      const claim = await claimOf(frontier, ++now);
      if (claim) await frontier.completeVisit(claim, page(claim, links), now);
    },
  };
}

const sorted = (ids: readonly number[] | undefined): number[] => [...(ids ?? [])].sort((a, b) => a - b);
const inTables = (store: Store, kind: SearchedKind, text: string): number[] =>
  sorted([false, true].flatMap((deleted) => Array.from(listLinks(store, kind, { text }, deleted), ({ id }) => id)));

test('finds the same as the tables, in any script and case, also new links', async ({ file }) => {
  const { store, visit } = await crawled(file);
  await visit(found.slice(0, 20));
  const texts = { external: new LinkTexts(store, 'external'), internal: new LinkTexts(store, 'internal') };
  const bad = new LinkTexts(store, 'bad');
  expect(texts.external.matching('labor')).toEqual(inTables(store, 'external', 'labor'));
  await visit(found);
  const words = fc.constantFrom(
    ...anchors,
    'x1',
    'p1',
    'example/p',
    'Ö',
    'мИ',
    '数学',
    'A',
    '%',
    '_',
    'mailto',
    'none',
    'i',
    'k',
    'c',
    '\u001e',
  );
  const piece = fc.tuple(words, fc.nat(3), fc.nat(6)).map(([word, from, more]) => word.slice(from, from + more + 1));
  fc.assert(
    fc.property(fc.oneof(words, piece), fc.constantFrom('external', 'internal'), (text, kind) => {
      fc.pre(text !== '');
      const given = { external: texts.external, internal: texts.internal }[kind as 'external' | 'internal'];
      expect(sorted(given.matching(text))).toEqual(inTables(store, kind as SearchedKind, text));
    }),
    { endOnFailure: true },
  );
  expect(bad.matching('MAIL')).toEqual(inTables(store, 'bad', 'mail'));
  await store.close();
});

test('preloaded links are found, also with gaps in their numbers', async ({ file }) => {
  const { store, visit } = await crawled(file);
  await visit(found);
  const insert =
    store.connection.prepare(`insert into external_links (id, site, hash, url, host, domain, source, anchor,
    context, rel, element, tag_path, frame, technique, first_seen, last_seen) select ?, site, -?, url || ?, host, domain,
    source, anchor, context, rel, element, tag_path, frame, technique, first_seen, last_seen from external_links limit 1`);
  for (let id = 1000; id < 150_000; id += 997) insert.run(id, id, `?${id}`);
  const texts = new LinkTexts(store, 'external');
  let pieces = 1;
  while (!texts.readAhead()) pieces++;
  expect(pieces).toBe(3);
  expect(texts.matching('p1')).toEqual(inTables(store, 'external', 'p1'));
  expect(texts.matching('?2')).toEqual(inTables(store, 'external', '?2'));
  await store.close();
});

test('a guess confirmed as a link is found by its new text', async ({ file }) => {
  const { store, visit } = await crawled(file);
  await visit([{ raw: '/guessed', role: 'guess' }, '/other']);
  const texts = new LinkTexts(store, 'internal');
  expect(texts.matching('Proved')).toEqual([]);
  await visit([{ raw: '/guessed', anchor: 'Proved at last' }]);
  expect(inTables(store, 'internal', 'Proved')).toHaveLength(1);
  expect(texts.matching('Proved')).toEqual(inTables(store, 'internal', 'Proved'));
  await store.close();
});

test('texts beyond the limit are left to the tables', async ({ file }) => {
  const { store, visit } = await crawled(file);
  await visit(found);
  expect(new LinkTexts(store, 'external', 100).matching('labor')).toBeUndefined();
  await store.close();
});
