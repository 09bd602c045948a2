import { expect } from '@playwright/test';
import fc from 'fast-check';
import { admission, patternError } from '../../src/url/patterns.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const cases: readonly [pattern: string, url: string, matches: boolean][] = [
  ['/news/**', 'http://uni.edu/news/2019/a', true],
  ['/news/**', 'http://uni.edu/news/', true],
  ['/news/**', 'http://uni.edu/news', false],
  ['/news**', 'http://uni.edu/news', true],
  ['/news/**', 'http://uni.edu/old/news/a', false],
  ['/**/news/**', 'http://uni.edu/old/news/a', true],
  ['/news/*', 'http://uni.edu/news/a', true],
  ['/news/*', 'http://uni.edu/news/a/b', false],
  ['/*/staff', 'http://uni.edu/math/staff', true],
  ['/*/staff', 'http://uni.edu/a/b/staff', false],
  ['/**.php?**', 'http://uni.edu/a/b.php?c=1', true],
  ['/**.php?**', 'http://uni.edu/a/bxphp/c=1', false],
  ['/a.html', 'http://uni.edu/a.html', true],
  ['/a.html', 'http://uni.edu/a.html?x', false],
  ['/News/**', 'http://uni.edu/nEWS/a', true],
  ['/', 'http://uni.edu/', true],
  ['/app#/news/*', 'http://uni.edu/app#/news/1', true],
  ['http://uni.edu/**', 'http://uni.edu/a', true],
  ['http://uni.edu/**', 'http://math.uni.edu/a', false],
  ['http*://*.uni.edu/**', 'https://math.uni.edu/a', true],
  ['*://uni.edu:8080/*', 'http://uni.edu:8080/a', true],
  ['**/login', 'http://uni.edu/a/login', true],
  ['/новости/*', 'http://uni.edu/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/1', true],
  ['/%D0%BD/*', 'http://uni.edu/%d0%bd/1', true],
  ['/a b', 'http://uni.edu/a%20b', true],
  ['/{a}^b|c/*', 'http://uni.edu/%7Ba%7D%5Eb%7Cc/1', true],
  ["/a'b?c'd^e", "http://uni.edu/a'b?c%27d^e", true],
  ['/a#{b}`c', 'http://uni.edu/a#{b}%60c', true],
  ['http://uni.edu/a^b?c^d', 'http://uni.edu/a%5Eb?c^d', true],
  ['/a***b', 'http://uni.edu/a/x/b', true],
];

for (const [pattern, url, matches] of cases) {
  test(`${pattern} ${matches ? 'matches' : 'does not match'} ${url}`, () => {
    expect(patternError(pattern)).toBeUndefined();
    expect(admission([pattern], [])?.(url)).toBe(matches);
    expect(admission([], [pattern])?.(url)).toBe(!matches);
  });
}

test('addresses that are included and not excluded; no patterns, no filter', () => {
  const admits = admission(['/a/**', '/b/**'], ['/b/c/**']);
  const paths = ['/a/1', '/b/1', '/b/c/1', '/d'];
  expect(paths.filter((path) => admits?.(`http://uni.edu${path}`))).toEqual(['/a/1', '/b/1']);
  expect(admission([], [])).toBeUndefined();
});

test('invalid patterns', () => {
  for (const text of ['', 'news', 'uni.edu/**', 'ftp://a/*', '?x'])
    expect(patternError(text)).toContain('is not a pattern');
});

test('like a regular expression, in time proportional to both lengths', () => {
  const text = fc.stringMatching(/^[ab/]{0,12}$/);
  const glob = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '**'), { maxLength: 8 })
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(glob, text, (pattern, path) => {
      const regex = pattern.replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
      expectSame(admission([pattern], [])?.(`http://uni.edu/${path}`), new RegExp(`^${regex}$`).test(`/${path}`));
    }),
    { numRuns: 2000 },
  );
  expectSame(admission([`/${'**a'.repeat(100)}b`], [])?.(`http://uni.edu/${'a'.repeat(2000)}`), false);
});
