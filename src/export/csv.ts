import type { TextFormat } from './format.ts';
import { textValue } from './table.ts';

/**
 * Places where a spreadsheet would read a formula: at the beginning of a text, and behind what it may take for the end of
 * a cell. Apostrophes count, so that the added one can be removed again.
 */
export const FORMULA = /(?<=^|[;\t\r\n])(?='*(?:(?![;\t\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])|^(?='*[;\t\r\n])/gu;

/** A cell by RFC 4180. An apostrophe stands before whatever a spreadsheet would calculate. */
export function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "'");
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 in UTF-8: a header, commas, CRLF. */
export const csv: TextFormat = {
  name: 'csv',
  endings: ['csv'],
  *text({ columns, rows }) {
    yield `${columns.map(({ name }) => name).join(',')}\r\n`;
    for (const row of rows) yield `${columns.map((column) => cell(textValue(row, column))).join(',')}\r\n`;
  },
};
