import type { TextFormat } from './format.ts';
import { textValue } from './table.ts';

/**
 * Places where a spreadsheet would read a formula: the start of a text, or after a character that might end a cell.
 * Apostrophes are matched, too, so that the added one can be removed again.
 */
export const FORMULA = /(?<=^|[;\t\r\n])(?='*(?:(?![;\t\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])|^(?='*[;\t\r\n])/gu;

/** Formats a cell by RFC 4180, with an apostrophe before anything that a spreadsheet would calculate. */
export function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line of CSV. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** CSV by RFC 4180 in UTF-8: a header, commas, CRLF. */
export const csv: TextFormat = {
  name: 'csv',
  endings: ['csv'],
  *text({ columns, rows }) {
    yield `${columns.map(({ name }) => name).join(',')}\r\n`;
    for (const row of rows) yield csvLine(columns.map((column) => textValue(row, column)));
  },
};
