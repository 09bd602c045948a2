import { expect } from '@playwright/test';
import fc from 'fast-check';
import { WordTable } from '../../src/topics/words.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const ascii = fc.string({ unit: fc.constantFrom(...'abzABZ019 -\n\0@[`{\x7f'), maxLength: 60 });

test('the words of ASCII texts are their runs of letters, with any separators', () => {
  fc.assert(
    fc.property(fc.array(ascii, { minLength: 1, maxLength: 5 }), (texts) => {
      const table = new WordTable(1000);
      for (const text of texts) {
        const words = table.read(text, 1000).map((number) => table.words[number]);
        expectSame(words, [...(text.toLowerCase().match(/[a-z]+/g) ?? [])]);
      }
      expect(new Set(table.words).size).toBe(table.words.length);
    }),
  );
});

test('a full table still finds its words, and is empty after being emptied', () => {
  const words = Array.from({ length: 64 }, (_, at) => `w${'abcdefgh'[at >> 3]}${'abcdefgh'[at & 7]}`);
  const table = new WordTable(words.length);
  const numbers = words.map((_, at) => at);
  expect(table.read(words.join(' '), words.length)).toEqual(numbers);
  expect(table.read(words.join('. ').toUpperCase(), words.length)).toEqual(numbers);
  table.clear();
  expect(table.read('wbb waa', 10)).toEqual([0, 1]);
  expect(table.words).toEqual(['wbb', 'waa']);
});

test('words beyond the limit are not read', () => {
  expect(new WordTable(10).read('one two three four', 2)).toEqual([0, 1]);
});
