import { expect } from '@playwright/test';
import fc from 'fast-check';
import { compareTexts, sizeOf } from '../../src/analysis/compare-texts.ts';
import { expectSame, must } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const paragraph = 'The institute was founded in the spring of 1968 and has four laboratories.';

const cases: readonly {
  readonly what: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly kept: number;
}[] = [
  { what: 'nothing', before: [], after: [], kept: 0 },
  { what: 'a first text', before: [], after: ['abc', 'de'], kept: 0 },
  { what: 'an inserted block', before: ['one', 'two'], after: ['one', 'and', 'two'], kept: 6 },
  { what: 'a block at another place', before: ['one', 'two', 'three'], after: ['three', 'one', 'two'], kept: 11 },
  { what: 'a block that is there more often', before: ['one', 'x'], after: ['one', 'one', 'y'], kept: 3 },
  {
    what: 'an edited paragraph',
    before: ['Heading', paragraph],
    after: ['Heading', paragraph.replace('four', 'five')],
    kept: 'Heading'.length + paragraph.length - 'four'.length,
  },
  {
    what: 'a rewritten paragraph, though it has words in common',
    before: ['Heading', paragraph],
    after: [
      'Heading',
      'In the autumn the department of physics was closed and sold with all that it had, and has no site.',
    ],
    kept: 'Heading'.length,
  },
  { what: 'words that went on', before: [paragraph], after: [`${paragraph} More of it.`], kept: paragraph.length },
];
for (const { what, before, after, kept } of cases) {
  test(`compares ${what}`, () => {
    expect(compareTexts(before, after)).toEqual({ kept, gone: sizeOf(before) - kept, fresh: sizeOf(after) - kept });
  });
}

const word = fc.constantFrom('the', 'news', 'of', 'today', 'is', 'that', 'nothing', 'happened', '12', 'май', '—');
const block = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const text = fc.array(block, { maxLength: 30 });

test('sizes add up, nothing is negative, and swapping the texts swaps added and removed', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { kept, gone, fresh } = compareTexts(before, after);
      must(Math.min(kept, gone, fresh) >= 0, 'nothing is negative');
      expectSame([kept + gone, kept + fresh], [sizeOf(before), sizeOf(after)]);
      expectSame(compareTexts(after, before), { kept, gone: fresh, fresh: gone });
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('common blocks count as kept in any order', () => {
  fc.assert(
    fc.property(text, fc.func(fc.nat()), (before, order) => {
      const size = sizeOf(before);
      expectSame(compareTexts(before, before), { kept: size, gone: 0, fresh: 0 });
      const shuffled = [...before].sort((a, b) => order(a) - order(b));
      expectSame(compareTexts(before, shuffled), { kept: size, gone: 0, fresh: 0 });
    }),
    { numRuns: 300, seed: 2 },
  );
});

test('blocks of the shorter version count as kept, whatever was inserted between them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(block, { maxLength: 20 }), fc.array(fc.nat(2)), (after, drops) => {
      const before = after.filter((_, at) => drops[at] !== 1);
      expect(compareTexts(before, after)).toMatchObject({ kept: sizeOf(before), gone: 0 });
    }),
    { numRuns: 300, seed: 3 },
  );
});

test('the largest texts without common blocks are compared quickly', () => {
  const blocks = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name} ${at} of so many blocks on it`);
  const before = process.cpuUsage();
  expect(compareTexts(blocks('one'), blocks('other')).kept).toBe(0);
  expect(process.cpuUsage(before).user, 'microseconds').toBeLessThan(5e6);
});
