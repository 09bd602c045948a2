import { expect } from '@playwright/test';
import { test } from '../frontier/world.ts';
import { counted, crawled, named } from './crawled.ts';

/**
 * As in the diagrams of Björneborn & Ingwersen 2004 and of Thelwall 2009, ch. 3: pages of c.test and d.test link to both
 * a.test and b.test, so that these are co-linked; a.test and b.test both link to x.org and c.test, so that they are coupled.
 */
const web = {
  'http://a.test/': ['http://b.test/', 'http://x.org/1', 'http://y.x.org/2', 'http://c.test/'],
  'http://b.test/': ['http://x.org/1', 'http://www.x.org/2', 'http://c.test/'],
  'http://c.test/': ['/1', '/2', '/d/3', 'http://a.test/'],
  'http://c.test/1': ['http://a.test/', 'http://b.test/', 'http://a.test/other'],
  'http://c.test/2': ['http://a.test/', 'http://b.test/'],
  'http://c.test/d/3': ['http://b.test/'],
  'http://d.test/': ['http://a.test/', 'http://b.test/'],
};
const sites = ['a', 'b', 'c', 'd'].map((name) => named(`http://${name}.test/`));

test('co-inlinks: documents outside of both sites that link to both', async ({ file }) => {
  const store = await crawled(file, sites, web);
  expect(counted(store, 'co-inlinks')).toEqual([
    // Pages 1 and 2 of c.test, which are in one folder, and the page of d.test.
    ['a.test', 'b.test', 3, 2, 2, 2],
    // a.test links to b.test and c.test.
    ['b.test', 'c.test', 1, 1, 1, 1],
  ]);
  // Pages of c.test that link to their own site and to a.test or b.test; a.test has none but its own to itself.
  expect(counted(store, 'co-inlinks', { self: true, models: ['page'] })).toEqual([
    ['a.test', 'b.test', 3],
    ['a.test', 'c.test', 1],
    ['b.test', 'c.test', 1],
  ]);
  await store.close();
});

test('co-outlinks: documents outside of both sites that both link to', async ({ file }) => {
  const store = await crawled(file, sites, web);
  expect(counted(store, 'co-outlinks')).toEqual(
    [
      // The page x.org/1 and the page of c.test; their folders and hosts; x.org has all hosts of its domain.
      ['a.test', 'b.test', 2, 2, 2, 2],
      // b.test.
      ['a.test', 'c.test', 1, 1, 1, 1],
      ['a.test', 'd.test', 1, 1, 1, 1],
      // a.test and b.test: c.test and d.test link to the same page of each.
      ['c.test', 'd.test', 2, 2, 2, 2],
    ].sort(),
  );
  await store.close();
});
