import { expect } from '@playwright/test';
import { harmless, printable } from '../../src/cli/printable.ts';
import { printedTable } from '../../src/cli/tables/printed-table.ts';
import { test } from '../plain-test.ts';

test('page content is printed as one plain line', () => {
  expect(printable('\u001b[1mbold\u001b[0m and\r\n\tmore')).toBe('bold and more');
  expect(printable('\u001b]8;;http://x.example/\u0007link\u001b]8;;\u0007')).toBe('link');
  expect(printable('a\u202eb\u200bc\u0000d\u009b2Je')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(printable('Ёлки, 日本 🦊')).toBe('Ёлки, 日本 🦊');
});

test('terminal output keeps its lines, without control sequences', () => {
  expect(harmless('a,\u001b[31mb\u001b[0m\r\n\tc\u009b2Jd\u202e\u200f\u2066e\u0085\u2028f\u007f\n')).toBe(
    'a,b\n\tcdef\n',
  );
});

const columns = [{ head: 'id', isNumber: true }, { head: 'url', isUnbroken: true }, { head: 'anchor' }];

test('a table that fits has one line per row', () => {
  expect(printedTable(columns, [[1, 'http://x.example/', 'Über 日本']]).split('\n')).toEqual([
    'id  url                anchor',
    '──  ─────────────────  ─────────',
    ' 1  http://x.example/  Über 日本',
  ]);
});

test('a table that is too wide lists its addresses below, in full, and wraps its texts', () => {
  const address = `http://x.example/${'a'.repeat(40)}`;
  const rows = [
    [1234, address, 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'],
    [23, `${address}${'b'.repeat(40)}`, null],
  ];
  expect(printedTable(columns, rows).split('\n')).toEqual([
    '   id  anchor',
    '─────  ─────────────────────────────────────────────────────────────────────────',
    '1,234  one two three four five six seven eight nine ten eleven twelve thirteen',
    '       fourteen',
    `    url: ${address}`,
    '   23',
    '    url:',
    `${address}${'b'.repeat(40)}`,
  ]);
  const [, rule, ...lines] = printedTable(
    [...columns, ...columns],
    [[1, address, 'c'.repeat(200), 2, address, 'd e']],
    40,
  ).split('\n');
  expect(rule).toMatch(/^.{0,40}$/);
  expect(lines.filter((line) => line.includes('…'))).toHaveLength(1);
});

test('a table with too many numbers is split, each part with the row names', () => {
  const heads = Array.from({ length: 30 }, (_, at) => ({ head: `number ${at}`, isNumber: true }));
  const lines = printedTable([{ head: 'site' }, ...heads], [['Music', ...heads.keys()]]).split('\n');
  expect(lines.filter((line) => line.startsWith('Music'))).toHaveLength(5);
  expect(lines.join(' ').match(/number \d+/g)).toHaveLength(30);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});
