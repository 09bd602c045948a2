import { expect, test } from '@playwright/test';
import { linkLists } from '../../../src/link-orders/learned/link-lists.ts';

test('how clearly words name a list of links, in several languages: the clearest word counts', () => {
  const cases: readonly [string, number][] = [
    ['my bookmarks', 1],
    ['resources and links', 1],
    ['полезные ссылки', 1],
    ['友情链接', 1],
    ['related sites', 0.5],
    ['linked lists', 0],
    ['', 0],
  ];
  for (const [text, clearly] of cases) expect([text, linkLists(text.split(' '))]).toEqual([text, clearly]);
});
