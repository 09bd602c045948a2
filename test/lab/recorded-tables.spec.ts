import { expect } from '@playwright/test';
import { type RecordedVisit, RecordedWorld, sharedWorld } from '../../src/lab/recorded/recording.ts';
import { RecordedTables } from '../../src/lab/recorded/tables.ts';
import { LeftOut } from '../../src/url/needless-parameters.ts';
import { storedKey } from '../../src/url/normalise.ts';
import { test } from '../plain-test.ts';

const COMMON = { context: '', rel: '', element: 'a', tagPath: 'html body a' };
const linkTo = (path: string, anchor: string) => ({ url: `http://a.test${path}`, anchor, ...COMMON });
const SITE = { name: 'a', shortName: 'a', url: 'http://a.test/', kind: 'other', scope: 'host' } as const;

test('threads read links and texts from shared memory', () => {
  const tables = new RecordedTables();
  const pages = Array.from({ length: 300 }, (_, page) => [linkTo('/', 'Übersicht'), linkTo(`/${page}`, `№ ${page}`)]);
  const spans = pages.map((links) => tables.addLinks(links));
  const [text, bytes] = [tables.addText('Физика'), tables.addBytes(Uint8Array.of(0, 255, 128))];
  expect(tables.addText('Физика'), 'a text is kept once').toBe(text);
  const reader = new RecordedTables(tables.shared);
  for (const one of [tables, reader]) {
    expect(spans.map((span) => one.links(span).map(({ address: _, ...link }) => link))).toEqual(pages);
    expect(one.text(text)).toBe('Физика');
    expect([...one.bytes(bytes)]).toEqual([0, 255, 128]);
  }
  expect(reader.links(spans[0] ?? { from: 0, to: 0 })[0]?.address).toBe(
    reader.links(spans[9] ?? { from: 0, to: 0 })[0]?.address,
  );
  expect(reader.shared.bytes).toBe(tables.shared.bytes);
});

test('a web is sent to another thread with its sites, its answers and ignored parameters', () => {
  const tables = new RecordedTables();
  const leftOut = new LeftOut();
  leftOut.add('a.test', '?sid');
  const visit: RecordedVisit = {
    ...{ url: SITE.url, landed: SITE.url, level: 0, title: 'A', outcome: 'page', reason: '', httpStatus: 200 },
    ...{ contentType: 'text/html', milliseconds: 7, text: tables.addText('Hello') },
    links: tables.addLinks([
      linkTo('/b?sid=1', 'B'),
      linkTo('/b?sid=2', 'B again'),
      { ...linkTo('', 'no address'), url: 'http://' },
    ]),
  };
  const identity = { foldCase: false, ignored: new Set<never>(), leftOut };
  const world = RecordedWorld.from(
    structuredClone(sharedWorld('one', identity, tables, [{ site: SITE, visits: [visit] }])),
  );
  expect(world.sites).toEqual([SITE]);
  const { links = [], excerpt = [] } = world.answer(0, storedKey(new URL(SITE.url), identity)) ?? {};
  expect(links.map(({ found }) => found.anchor)).toEqual(['B', 'no address']);
  expect(excerpt[0]).toBe('Hello');
  expect(world.answer(0, '/none')).toBeUndefined();
});
