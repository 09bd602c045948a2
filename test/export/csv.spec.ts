import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cell } from '../../src/export/csv.ts';
import { expectSame, must } from '../in-loops.ts';
import { test } from '../plain-test.ts';

/** Undone as described in docs/exports.md. */
const undone = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])'(?='*(?:(?![;\t\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])|^'(?='*[;\t\r\n])/gu, '');

const formulas: readonly (readonly [string, boolean])[] = [
  ['=1+1', true],
  ['=HYPERLINK("http://x.example/","look")', true],
  ['+49 30 1234', true],
  ['-2+3', true],
  ['@SUM(A1:A9)', true],
  ['\t=1', true],
  ['\r=1', true],
  ['\ttext', true],
  ['\rtext', true],
  ['\ntext', true],
  ['   =1', true],
  ['\u00a0=1', true],
  ['\u200b=1', true],
  ['\0=1', true],
  ['＝1+1', true],
  ['＋1', true],
  ['－1', true],
  ['＠SUM(A1)', true],
  ["'=1", true],
  ["''  @x", true],
  [';=1+1', true],
  [';text', true],
  ["';=1", true],
  ['a=1', false],
  ['a;b', false],
  ['a;b=1', false],
  ['http://x.example/?a=1', false],
  ["'quoted'", false],
  ['1-2', false],
  ['(=1)', false],
  ['', false],
];

for (const [text, isDefused] of formulas) {
  test(`${JSON.stringify(text)} ${isDefused ? 'gets an apostrophe' : 'stays'}`, () => {
    const [[read = ''] = []] = parse(`${cell(text)},x\r\n`);
    expect(read.startsWith("'") && read !== text).toBe(isDefused);
    expect(undone(read)).toBe(text);
  });
}

test('any text survives a CSV reader, except for the apostrophe, which can be removed', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(...'=+-@\'"\t\r\n ,;\0＝'), fc.string({ unit: 'grapheme', maxLength: 3 })),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
      const [row = []] = parse(`${texts.map(cell).join(',')}\r\n`, { record_delimiter: '\r\n' });
      expectSame(row.map(undone), texts);
      for (const read of row)
        must(!/(?:^|[;\t\r\n])["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(read), `${JSON.stringify(read)} has no formula`);
    }),
    { numRuns: 500, seed: 5 },
  );
});

test('numbers and empty values', () => {
  expect([cell(0), cell(-1), cell(null)]).toEqual(['0', '-1', '']);
});
