import { linkColumns, linkOutput } from './columns.ts';
import type { TextFormat } from './format.ts';

/** What spreadsheets take for a formula, also behind blanks and in full width; apostrophes count, so that one can be taken off again. */
export const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** A cell by RFC 4180. A text that a spreadsheet would calculate gets an apostrophe in front. */
export function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 in UTF-8: a header, commas, CRLF. */
export const csv: TextFormat = {
  name: 'csv',
  *text(links) {
    yield `${linkColumns.join(',')}\r\n`;
    for (const link of links) {
      const output = linkOutput(link);
      yield `${linkColumns.map((column) => cell(output[column])).join(',')}\r\n`;
    }
  },
};
