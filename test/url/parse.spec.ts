import { expect } from '@playwright/test';
import { classify } from '../../src/url/classify.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { test } from '../plain-test.ts';

test('non-ASCII letters are parsed correctly after JIT compilation', () => {
  for (let n = 0; n < 300_000; n++) parseUrl(`/page-${n % 7}`, 'http://uni.edu/');
  expect(parseUrl('http://münchen.de/ü', 'http://uni.edu/')?.href).toBe('http://xn--mnchen-3ya.de/%C3%BC');
  const link = classify('http://münchen.de/ü', { base: 'http://uni.edu/' }, () => false, {
    foldCase: true,
    ignored: new Set(),
  });
  expect(link.kind).toBe('external');
});

test('invalid addresses', () => {
  for (const text of ['', 'http://', 'http://a b/', '//', 'x:y:z:\0', 'http://[::1'])
    expect(parseUrl(text)?.protocol === 'http:').toBe(false);
});
