import { expect } from '@playwright/test';
import { harmless, printable } from '../../src/cli/printable.ts';
import { printedTable } from '../../src/cli/tables/printed-table.ts';
import { test } from '../plain-test.ts';

test('what a page said is one plain line', () => {
  expect(printable('\u001b[1mbold\u001b[0m and\r\n\tmore')).toBe('bold and more');
  expect(printable('\u001b]8;;http://x.example/\u0007link\u001b]8;;\u0007')).toBe('link');
  expect(printable('a\u202eb\u200bc\u0000d\u009b2Je')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(printable('Ёлки, 日本 🦊')).toBe('Ёлки, 日本 🦊');
});

test('what goes to a terminal keeps its lines, and steers nothing', () => {
  expect(harmless('a,\u001b[31mb\u001b[0m\r\n\tc\u009b2Jd\u202e\u200f\u2066e\u0085\u2028f\u007f\n')).toBe(
    'a,b\n\tcdef\n',
  );
});

test('a table is cut to the width, or whole where there is none', () => {
  const columns = [
    { head: 'id', isNumber: true },
    { head: 'url', share: 2 },
    { head: 'anchor', share: 1 },
  ];
  const rows = [
    ['1', `http://x.example/${'a'.repeat(200)}`, 'b'.repeat(200)],
    ['23', 'http://y.example/', null],
  ];
  const lines = printedTable(columns, rows, 80).split('\n');
  expect(lines.length).toBe(6);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.join('')).toContain('…');
  expect(printedTable(columns, rows, undefined)).toContain('a'.repeat(200));
});
