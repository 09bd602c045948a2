import { expect } from '@playwright/test';
import { addressWords } from '../../src/url/address-words.ts';
import { test } from '../plain-test.ts';

for (const [url, words] of [
  ['http://a.test/research/dataBases_2020/index.html', 'research data Bases index'],
  ['http://a.test/?topic=query%20plans&id=7', 'topic query plans id'],
  ['http://a.test/%D0%BB%D0%B5%D0%BA%D1%86%D0%B8%D0%B8/', 'лекции'],
  ['http://a.test/%ff/x', 'ff x'],
  ['http://a.test/', ''],
] as const) {
  test(`words of ${url}`, () => {
    expect(addressWords(url)).toBe(words);
  });
}
