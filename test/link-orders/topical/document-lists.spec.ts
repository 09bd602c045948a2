import { expect } from '@playwright/test';
import { documentLists, haveTexts } from '../../../src/link-orders/topical/topic.ts';
import { test } from '../../plain-test.ts';

const cases: readonly { anchor: string; path: string; says: number }[] = [
  { anchor: 'Recent Publications', path: '/~mhr/x.html', says: 3 },
  { anchor: 'here', path: '/shore/shore.papers.html', says: 3 },
  { anchor: 'Veröffentlichungen', path: '/', says: 3 },
  { anchor: 'Список', path: '/%D0%BF%D1%83%D0%B1%D0%BB%D0%B8%D0%BA%D0%B0%D1%86%D0%B8%D0%B8/', says: 3 },
  { anchor: '查看全部论文列表', path: '/list', says: 3 },
  { anchor: 'CS 611: Homework', path: '/a', says: 2 },
  { anchor: 'here', path: '/info/lectureNotes.html', says: 2 },
  { anchor: 'CS472 Foundations of Artificial Intelligence', path: '/a', says: 1 },
  { anchor: 'Systems Programming', path: '/~prakas/cs414/index.html', says: 1 },
  { anchor: 'Jerry', path: '/~cs354-1/home.html', says: 1 },
  { anchor: 'Rue 100', path: '/node123/page456.html', says: 0 },
  { anchor: 'May 1996', path: '/abcd1996/a.html', says: 0 },
  { anchor: 'Jon Kleinberg', path: '/papers/people/kleinber/home.html', says: 0 },
  { anchor: 'Weather', path: '/%E0%A4%A/weather.html', says: 0 },
];

for (const { anchor, path, says } of cases) {
  test(`"${anchor}" to ${path} says ${says}`, () => {
    expect(documentLists(anchor, `http://a.test${path}`)).toBe(says);
  });
}

test('texts are distinguished from data by ending or content type', () => {
  expect(haveTexts(['pdf'])).toBe(true);
  expect(haveTexts(['.PS'])).toBe(true);
  expect(haveTexts(['application/pdf'])).toBe(true);
  expect(haveTexts(['csv', 'text/csv', 'cc'])).toBe(false);
  expect(haveTexts([])).toBe(false);
});
