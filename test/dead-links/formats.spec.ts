import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { deadLinksFormats, formatOfList } from '../../src/dead-links/formats/registry.ts';
import type { CheckedLink } from '../../src/storage/lists/checked-links.ts';
import { test } from '../plain-test.ts';

const at = Date.UTC(2026, 10, 20);
const hostile = ['plain', '<script>alert(1)</script>', '"&\'', '=1+1', 'nul\0bell\u0007', 'half\ud83d', ']]>', ''];
const links: readonly CheckedLink[] = hostile.map((anchor, index) => ({
  ...{ url: `http://x.test/?${index}&"<`, state: index % 2 ? 'dead' : 'moved', reason: index % 2 ? 'HTTP 404' : '' },
  ...{ httpStatus: 404, movedTo: index % 2 ? null : 'http://y.test/', since: at, checkedAt: at + index },
  pages: [
    { url: 'http://a.test/', site: 'A', anchor },
    { url: 'http://a.test/2', site: 'A', anchor: 'b' },
  ],
}));

/** The elements of a document, with their attributes. */
function elements(text: string, xmlMode: boolean) {
  const found: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void found.push({ name, attributes }) }, { xmlMode });
  parser.end(text);
  return found;
}

/** The number of links and pages in a document. */
const counts: Readonly<Record<string, (text: string) => readonly [links: number, pages: number]>> = {
  csv: (text) => {
    const rows = z.array(z.looseObject({ url: z.string() })).parse(parse(text, { columns: true }));
    return [new Set(rows.map(({ url }) => url)).size, rows.length];
  },
  jsonl: (text) => {
    const read = text
      .trimEnd()
      .split('\n')
      .map((line) => z.looseObject({ pages: z.array(z.unknown()) }).parse(JSON.parse(line)));
    return [read.length, read.flatMap(({ pages }) => pages).length];
  },
  junit: (text) => {
    expect(text).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Surrogate}/u);
    const cases = elements(text, true).filter(({ name }) => name === 'testcase');
    expect(elements(text, true).find(({ name }) => name === 'testsuite')?.attributes.failures).toBe(
      String(links.length),
    );
    return [cases.length, text.match(/http:\/\/a\.test\//g)?.length ?? 0];
  },
  sarif: (text) => {
    const { runs } = z
      .object({ runs: z.array(z.object({ results: z.array(z.object({ locations: z.array(z.unknown()) })) })) })
      .parse(JSON.parse(text));
    const results = runs.flatMap((run) => run.results);
    return [results.length, results.flatMap(({ locations }) => locations).length];
  },
  html: (text) => {
    const all = elements(text, false);
    expect(all.some(({ name }) => name === 'script' || name === 'a')).toBe(false);
    return [all.filter(({ name }) => name === 'section').length, all.filter(({ name }) => name === 'li').length];
  },
};

for (const format of deadLinksFormats)
  test(`${format.name} has all links and pages, hostile text too, and may be empty`, () => {
    const text = [...format.text(links, at)].join('');
    expect(counts[format.name]?.(text)).toEqual([links.length, 2 * links.length]);
    expect([...format.text([], at)].join('')).not.toContain('undefined');
  });

test('the file extension selects the format, and must not contradict it', () => {
  for (const format of deadLinksFormats)
    expect(formatOfList(`a/LIST${format.ending.toUpperCase()}`, undefined)).toBe(format);
  expect(formatOfList('-', undefined)).toBeUndefined();
  expect(formatOfList('list.txt', 'junit')?.name).toBe('junit');
  expect(() => formatOfList('list.csv', 'html')).toThrow(
    '--out: list.csv is not the name of a html file: it must end in .html',
  );
  expect(() => formatOfList('list.csv', 'table')).toThrow('leave out --format');
});
