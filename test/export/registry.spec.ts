import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { exportFormats } from '../../src/export/registry.ts';
import { columnsOf, isoTime, type Row, type Table } from '../../src/export/table.ts';
import { makeFile, writeToFile } from '../../src/export/write.ts';
import { ZipWriter } from '../../src/export/zip.ts';
import { test } from '../frontier/world.ts';

const hostile = [
  'two\nlines, tabs\tand "quotes"',
  '\u001b[31mred\u001b[0m',
  'nul \0 here, and \uffff',
  'a\r\nb',
  '\u2028',
  '=HYPERLINK("http://evil.test/","x")',
  '+1',
  '\t=1+1',
  '_x0041_ and _x005F_',
  '</t></is></c> & <script>',
  ']]>',
  '🦊',
  '  blanks  ',
  '',
];
const at = Date.UTC(2026, 10, 20, 8, 30, 1);
const rows: readonly Row[] = [
  ...hostile.map((text, index) => ({ id: index, text, size: index / 4, at: index % 2 ? null : at + index * 1000 })),
  { id: null, text: null, size: null, at: null },
  { id: Number.MAX_SAFE_INTEGER, text: 'x'.repeat(30_000), size: -0.5, at: Date.UTC(1970, 0, 1) },
];
const columns = columnsOf({ id: 'integer', text: 'text', size: 'real', at: 'time' });
const table = (given: Iterable<Row> = rows): Table => ({ name: 'things', columns, rows: given });
const companion: Table = { name: 'sites', columns: columnsOf({ site: 'text' }), rows: [{ site: 'one' }] };

const isoRows = rows.map((row) => ({ ...row, at: isoTime(z.number().nullable().parse(row.at)) }));

/** As in docs/exports.md. */
const original = (text: string) =>
  text.replace(/(?<=^|[;\t\r\n])'(?='*(?:(?![;\t\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])|^'(?='*[;\t\r\n])/gu, '');

/** Rows that another program reads from a file, and the expected ones. */
interface Reading {
  readonly seen: unknown;
  readonly told: unknown;
}

const readers: Readonly<Record<string, (file: string) => Promise<Reading> | Reading>> = {
  csv: (file) => ({
    seen: z
      .array(z.record(z.string(), z.string().transform(original)))
      .parse(parse(readFileSync(file, 'utf8'), { columns: true, record_delimiter: '\r\n' })),
    told: isoRows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value ?? '')])),
    ),
  }),
  jsonl: (file) => ({
    seen: readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    told: isoRows,
  }),
  parquet: async (file) => ({
    seen: await parquetReadObjects({ file: await asyncBufferFromFile(file) }),
    told: rows.map((row) => ({
      ...row,
      id: row.id === null ? null : BigInt(row.id ?? 0),
      at: row.at === null ? null : new Date(row.at ?? 0),
    })),
  }),
  sqlite: (file) => {
    const db = new Database(file, { readonly: true });
    const seen = db.prepare('select * from things').all();
    expect(db.prepare('select site from sites').pluck().all()).toEqual(['one']);
    db.close();
    return { seen, told: rows };
  },
  xlsx: (file) => {
    const book = read(readFileSync(file), { cellDates: true, UTC: true, cellFormula: true });
    expect(book.SheetNames).toEqual(['things', 'sites']);
    const sheet = book.Sheets.things ?? {};
    for (const cell of Object.values(sheet)) expect(cell).not.toHaveProperty('f');
    // This reader truncates milliseconds, and merges two-character line breaks.
    return {
      seen: z
        .array(z.looseObject({ at: z.date().nullable() }))
        .parse(utils.sheet_to_json(sheet, { defval: null, UTC: true, blankrows: true }))
        .map((row) => ({ ...row, at: row.at && Math.round(row.at.getTime() / 10) * 10 })),
      told: rows.map((row) => ({ ...row, text: row.text === 'a\r\nb' ? 'a\nb' : row.text })),
    };
  },
};

for (const format of exportFormats) {
  test(`${format.name} gives another program everything written, hostile text too`, async ({ folder }) => {
    const file = join(folder, `things.${format.endings[0]}`);
    const write = async (given: Table) =>
      'fill' in format
        ? await makeFile(file, true, (part) => format.fill(part, given, [companion]))
        : await writeToFile(file, true, format.text(given));
    await write(table());
    const { seen, told } = (await readers[format.name]?.(file)) ?? {};
    expect(told).toBeDefined();
    expect(seen).toEqual(told);
    const first = readFileSync(file);
    await write(table());
    expect(readFileSync(file).equals(first), 'the same bytes again').toBe(true);
    await write(table([]));
  });
}

test('formats have unique names and file extensions', () => {
  const all = exportFormats.flatMap(({ endings }) => endings);
  expect(new Set(all).size).toBe(all.length);
});

test('a text too long for a cell is truncated, and rows beyond a sheet are refused', async ({ folder }) => {
  const xlsx = exportFormats.find(({ name }) => name === 'xlsx');
  if (!xlsx || !('fill' in xlsx)) throw new Error('xlsx is a file');
  const file = join(folder, 'things.xlsx');
  const write = (given: Iterable<Row>) => makeFile(file, true, (part) => xlsx.fill(part, table(given), []));
  await write([{ text: 'y'.repeat(40_000) }]);
  const [row] = utils.sheet_to_json(read(readFileSync(file)).Sheets.things ?? {});
  expect(row).toEqual({ text: `${'y'.repeat(32_766)}…` });
  function* many() {
    for (let index = 0; index < 1_048_576; index++) yield { id: null };
  }
  await expect(write(many())).rejects.toThrow('a spreadsheet holds at most 1048576 rows: choose fewer');
  expect(utils.sheet_to_json(read(readFileSync(file)).Sheets.things ?? {})).toHaveLength(1);
});

test('an archive too large for ZIP is refused', ({ folder }) => {
  const zip = new ZipWriter(join(folder, 'small.zip'), at, 1000);
  zip.add({ path: 'a.txt', text: ['x'.repeat(1000)] });
  expect(() => zip.add({ path: 'b.txt', text: ['x'.repeat(1001)] })).toThrow('b.txt takes more than 1000 bytes');
  zip.abort();
});
