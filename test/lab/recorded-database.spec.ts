import { expect } from '@playwright/test';
import { readDatabase } from '../../src/lab/recorded/database.ts';
import { RecordedTables } from '../../src/lab/recorded/tables.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';

const A = 'http://a.test/';

test('a link has the text on its own page, not that of the page that had it first', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const nav = 'html body nav a';
  await crawlAll(frontier, {
    [A]: [
      { raw: '/staff', anchor: 'Staff', tagPath: nav },
      { raw: 'http://x.org/', anchor: 'X', tagPath: nav },
    ],
    [`${A}staff`]: [
      { raw: '/', anchor: 'Home', tagPath: nav },
      { raw: '/staff/ann', anchor: 'Ann', tagPath: 'html body li a' },
    ],
    [`${A}staff/ann`]: [
      { raw: '/staff', anchor: 'All people', tagPath: 'html body p a' },
      { raw: 'http://x.org/', anchor: 'My project', tagPath: 'html body p a' },
    ],
  });
  const tables = new RecordedTables();
  const [site] = readDatabase(store, tables);
  const seen = site?.visits.map(({ url, links }) => [
    new URL(url).pathname,
    tables.links(links).map(({ anchor, tagPath }) => `${anchor}: ${tagPath}`),
  ]);
  expect(seen).toEqual([
    ['/', [`Staff: ${nav}`, `X: ${nav}`]],
    ['/staff', [`Home: ${nav}`, 'Ann: html body li a']],
    ['/staff/ann', ['All people: html body p a', 'My project: html body p a']],
  ]);
  await store.close();
});
