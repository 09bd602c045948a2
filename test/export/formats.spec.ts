import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../../src/domain/errors.ts';
import { linkOutput, linksTable } from '../../src/export/columns.ts';
import { jsonArray } from '../../src/export/jsonl.ts';
import { exportFormats } from '../../src/export/registry.ts';
import { refuseUnwritable, writeToFile } from '../../src/export/write.ts';
import type { LinkRecord } from '../../src/storage/lists/links.ts';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';

const link: LinkRecord = {
  id: 1,
  url: 'http://x.example/',
  site: 'A',
  kind: 'external',
  level: 2,
  status: null,
  reason: null,
  host: 'x.example',
  domain: 'x.example',
  sourceUrl: 'http://a.test/',
  anchor: 'an anchor',
  context: '',
  rel: '',
  element: 'a',
  tagPath: 'html body a',
  frame: '',
  technique: 'dom',
  role: 'link',
  method: 'GET',
  firstSeen: Date.UTC(2026, 10, 20),
  lastSeen: Date.UTC(2026, 10, 21),
  removed: null,
  deleted: null,
  httpStatus: null,
  tries: null,
};
const hostile = [
  'two\nlines',
  'a "quote"',
  '\u001b[31mred\u001b[0m',
  'nul \0 here',
  'a\r\nb',
  '\u2028',
  '=1+1',
  '🦊',
  ',',
];
const links = hostile.map((anchor, index) => ({ ...link, id: index + 1, anchor }));

const text = (name: string): string => {
  const format = exportFormats.find((each) => each.name === name);
  if (!format || !('text' in format)) throw new Error(`${name} is no text`);
  return [...format.text(linksTable(links))].join('');
};

test('CSV has a header, CRLF and all fields of the links', () => {
  const written = text('csv');
  expect(
    written.startsWith(
      `${linksTable([])
        .columns.map(({ name }) => name)
        .join(',')}\r\n`,
    ),
  ).toBe(true);
  const rows = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(written, { columns: true, record_delimiter: '\r\n' }));
  expect(rows.map(({ anchor }) => anchor?.replace(/^'=/, '='))).toEqual(hostile);
  expect(rows[0]).toMatchObject({ level: '2', status: '', firstSeen: '2026-11-20T00:00:00.000Z' });
});

test('JSON lines and the JSON array', () => {
  const lines = text('jsonl').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(links.map(linkOutput));
  expect(JSON.parse([...jsonArray(links)].join(''))).toEqual(links);
  expect(JSON.parse([...jsonArray([])].join(''))).toEqual([]);
});

test('a file appears when complete, and is not overwritten unless requested', async ({ folder }) => {
  const file = join(folder, 'links.csv');
  writeFileSync(file, 'before');
  await expect(writeToFile(file, false, ['x'])).rejects.toThrow(/already exists; name another file, or add --force/);
  function* breaks() {
    yield 'half';
    throw new Error('in the middle');
  }
  await expect(writeToFile(file, true, breaks())).rejects.toThrow('in the middle');
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(existsSync(`${file}.part`)).toBe(false);
  await writeToFile(file, true, ['a', 'b']);
  expect(readFileSync(file, 'utf8')).toBe('ab');
  await expect(writeToFile(join(folder, 'no', 'x.csv'), false, ['x'])).rejects.toThrow(/its folder does not exist/);
  await expect(writeToFile(folder, true, ['x'])).rejects.toThrow(/is not a regular file/);
  await expect(writeToFile(join(folder, 'x'.repeat(300)), false, ['x'])).rejects.toThrow(BadInput);
});

test('a database and the files next to it are never overwritten, whether or not they exist or are open', async ({
  file,
  folder,
}) => {
  const store = await openStore(file);
  const link = join(folder, 'newest.csv');
  symlinkSync(file, link);
  const own = [file, link, ...['-wal', '-shm', '-journal', '.lock'].map((suffix) => file + suffix)];
  const refused = async () => {
    for (const place of own) {
      await expect(writeToFile(place, true, ['x']), place).rejects.toThrow(
        `belongs to the database ${file}; name another`,
      );
      expect(() => refuseUnwritable(place, true)).toThrow(BadInput);
    }
  };
  await refused();
  await store.close();
  await refused();
  await (await openStore(file)).close();
  const other = join(folder, 'other.sqlite');
  new Database(other).exec('create table a (b)').close();
  for (const place of [other, `${other}.lock`, join(folder, 'x-wal')]) await writeToFile(place, true, ['x']);
});

test('unwritable files are reported before any is created', async ({ folder }) => {
  const file = join(folder, 'links.csv');
  refuseUnwritable(file, false);
  writeFileSync(file, 'before');
  refuseUnwritable(file, true);
  expect(() => refuseUnwritable(file, false)).toThrow(/already exists/);
  for (const place of [join(folder, 'no', 'x.csv'), join(file, 'x.csv')])
    expect(() => refuseUnwritable(place, true)).toThrow(`can't write ${place}: its folder does not exist`);
  expect(readFileSync(file, 'utf8')).toBe('before');
});

test('a device, a pipe or a folder is never replaced, and a symbolic link stays one', async ({ folder }) => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const place of ['/dev/null', pipe, folder])
    for (const overwrite of [false, true])
      await expect(writeToFile(place, overwrite, ['x'])).rejects.toThrow(/is not a regular file/);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  expect(statSync(pipe).isFIFO()).toBe(true);

  const [file, link] = [join(folder, 'links.csv'), join(folder, 'newest.csv')];
  writeFileSync(file, 'before');
  symlinkSync(file, link);
  await writeToFile(link, true, ['after']);
  expect([readFileSync(file, 'utf8'), readlinkSync(link)]).toEqual(['after', file]);
});
