import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { readPages } from '../../src/lab/recorded/pages.ts';
import { RecordedTables } from '../../src/lab/recorded/tables.ts';
import { test } from '../frontier/world.ts';

const HEAD = { web: 'chemistry', host: 'chem.test:81', start: '/', tagpaths: ['html body a', 'html body li a'] };
const PAGES = [
  { url: '/', level: 0, links: [{ url: 'staff', anchor: 'Staff', to: 'page', tagpath: 1 }, { url: 'http://x.org/' }] },
  { url: 'http://chem.test:81/staff', level: 1, title: 'Staff', links: [{ url: '?a', kind: 'area' }] },
  { url: '/gone', status: 404 },
];
const lines = (...documents: readonly unknown[]): string => documents.map((one) => JSON.stringify(one)).join('\n');

test('pages with their links, compressed or not', async ({ folder }) => {
  writeFileSync(`${folder}/web.jsonl`, `${lines(HEAD, ...PAGES)}\n\n`);
  writeFileSync(`${folder}/web.jsonl.gz`, gzipSync(lines(HEAD, ...PAGES)));
  const tables = new RecordedTables();
  const plain = await readPages(`${folder}/web.jsonl`, tables);
  expect(plain.site).toMatchObject({ name: 'chemistry', url: 'http://chem.test:81/', scope: 'host' });
  expect(plain.visits.map(({ url, level, outcome, reason }) => [url, level, outcome, reason])).toEqual([
    ['http://chem.test:81/', 0, 'page', ''],
    ['http://chem.test:81/staff', 1, 'page', ''],
    ['http://chem.test:81/gone', null, 'failed', 'HTTP 404'],
  ]);
  const links = plain.visits.map((visit) =>
    tables.links(visit.links).map(({ url, anchor, element, tagPath }) => [url, anchor, element, tagPath]),
  );
  expect(links).toEqual([
    [
      ['http://chem.test:81/staff', 'Staff', 'a', 'html body li a'],
      ['http://x.org/', '', 'a', ''],
    ],
    [['http://chem.test:81/staff?a', '', 'area', '']],
    [],
  ]);
  const packed = await readPages(`${folder}/web.jsonl.gz`, new RecordedTables());
  expect(packed.visits.map(({ url }) => url)).toEqual(plain.visits.map(({ url }) => url));
});

test('a recording starts at its page of level 0, whatever its order', async ({ folder }) => {
  writeFileSync(`${folder}/web.jsonl`, lines({ ...HEAD, start: '/index.html' }, ...PAGES));
  expect((await readPages(`${folder}/web.jsonl`, new RecordedTables())).site.url).toBe('http://chem.test:81/');
});

const bad: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['empty', '', /is empty/],
  ['no-json', `${lines(HEAD)}\n{"url":`, /no-json\.jsonl:2: not JSON/],
  ['no-header', lines(PAGES[0]), /no-header\.jsonl:1: web: /],
  ['no-url', lines(HEAD, { links: [] }), /no-url\.jsonl:2: url: /],
  ['no-address', lines(HEAD, { url: 'http://' }), /no-address\.jsonl:2: "http:\/\/" is not an address/],
  ['wrong-link', lines(HEAD, { url: '/', links: [{ url: 7 }] }), /wrong-link\.jsonl:2: links\.0\.url: /],
];
for (const [name, content, message] of bad) {
  test(`${name}: one line that locates the error`, async ({ folder }) => {
    writeFileSync(`${folder}/${name}.jsonl`, content);
    await expect(readPages(`${folder}/${name}.jsonl`, new RecordedTables())).rejects.toThrow(message);
  });
}

test('a file that is not compressed, or is missing', async ({ folder }) => {
  writeFileSync(`${folder}/web.jsonl.gz`, lines(HEAD));
  await expect(readPages(`${folder}/web.jsonl.gz`, new RecordedTables())).rejects.toThrow(
    /can't read .*web\.jsonl\.gz: incorrect header check/,
  );
  await expect(readPages(`${folder}/none.jsonl`, new RecordedTables())).rejects.toThrow(
    /can't read .*none\.jsonl: ENOENT/,
  );
});
