import { expect } from '@playwright/test';
import { patternOf } from '../../src/url/page-pattern.ts';
import { test } from '../plain-test.ts';

const patterns: Readonly<Record<string, readonly string[]>> = {
  'uni.edu/': ['http://uni.edu/', 'https://uni.edu/#top', 'http://uni.edu/?'],
  'uni.edu/*': ['http://uni.edu/about', 'http://uni.edu/12', 'http://uni.edu/%D0%BE'],
  'uni.edu/*.html': ['http://uni.edu/a.html', 'http://uni.edu/2019.HTML', 'http://uni.edu/a.b.html'],
  'uni.edu/news/': ['http://uni.edu/news/', 'http://uni.edu/News/'],
  'uni.edu/news/*': ['http://uni.edu/news/one', 'http://uni.edu/news/2019', 'http://uni.edu/news/v1.2'],
  'uni.edu/news/*/*': ['http://uni.edu/news/2019/one', 'http://uni.edu/news/archive/17'],
  'uni.edu/news/**/*': ['http://uni.edu/news/2019/05/one', 'http://uni.edu/news/2019/05/17/one-more'],
  'uni.edu/news/**/': ['http://uni.edu/news/2019/05/', 'http://uni.edu/news/2019/05/17/'],
  'uni.edu/N/*': ['http://uni.edu/2019/one', 'http://uni.edu/7/two'],
  'uni.edu/courseN/': ['http://uni.edu/course101/', 'http://uni.edu/course7/'],
  'uni.edu/*/*': [
    'http://uni.edu/~ann/cv',
    'http://uni.edu/%7Eann/cv',
    'http://uni.edu/a-long-title/x',
    'http://uni.edu/550e8400-e29b-41d4/x',
    'http://uni.edu/3fa85f64/x',
  ],
  'uni.edu/*.php?id&page': [
    'http://uni.edu/list.php?id=7&page=2',
    'http://uni.edu/list.php?PAGE=2&id=8&id=9',
    'http://uni.edu/show.php?page;id=1',
  ],
  'uni.edu/?N': ['http://uni.edu/?1234', 'http://uni.edu/?99=1'],
  'uni.edu:8080/*': ['http://uni.edu:8080/a'],
};
for (const [pattern, addresses] of Object.entries(patterns)) {
  test(`pages of ${pattern}`, () => {
    expect(addresses.map((address) => [address, patternOf(new URL(address))])).toEqual(
      addresses.map((address) => [address, pattern]),
    );
  });
}

test('a pattern is no longer than 201 characters', () => {
  const parameters = Array.from(
    { length: 30 },
    (_, index) => `${'p'.repeat(30)}${'ab'[index % 2]}${'c'.repeat(index)}=1`,
  );
  const pattern = patternOf(new URL(`http://uni.edu/?${parameters.join('&')}`));
  expect(pattern).toHaveLength(201);
  expect(pattern).toMatch(/…$/);
});
