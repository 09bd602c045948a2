import { expect } from '@playwright/test';
import { countingModels } from '../../src/webometrics/models.ts';
import type { OnPage } from '../frontier/world.ts';
import { test } from '../frontier/world.ts';
import { counted, crawled, named } from './crawled.ts';

const A = 'http://www.a.test/';

/** Links from a.test to b.test by each model, of pages with these links. */
async function fromAToB(file: string, pages: Readonly<Record<string, readonly OnPage[]>>): Promise<unknown> {
  const store = await crawled(file, [named(A, 'domain'), named('http://www.b.test/', 'domain')], {
    [A]: Object.keys(pages),
    'http://www.b.test/': [],
    ...pages,
  });
  const [row = []] = counted(store, 'links');
  await store.close();
  return row.slice(2);
}

/** The examples of docs/webometrics.md, from the definitions in Thelwall 2002. */
const examples: readonly (readonly [string, Readonly<Record<string, readonly OnPage[]>>, readonly number[]])[] = [
  [
    'a page links twice to the same page of another site',
    { [`${A}x/1`]: ['http://www.b.test/d/1', 'http://www.b.test/d/1#part', 'http://www.b.test/d/1'] },
    [1, 1, 1, 1],
  ],
  [
    'two pages of one folder link to the same page',
    { [`${A}x/1`]: ['http://www.b.test/d/1'], [`${A}x/2`]: ['http://www.b.test/d/1'] },
    [2, 1, 1, 1],
  ],
  [
    'a page links to two pages in one folder',
    { [`${A}x/1`]: ['http://www.b.test/d/1', 'http://www.b.test/d/2?q=/x/'] },
    [2, 1, 1, 1],
  ],
  [
    'pages in two folders of a host link to the same page',
    { [`${A}x/1`]: ['http://www.b.test/d/1'], [`${A}y/1`]: ['http://www.b.test/d/1'] },
    [2, 2, 1, 1],
  ],
  [
    'pages on two hosts of a site link to the same page',
    { [`${A}x/1`]: ['http://www.b.test/d/1'], 'http://cs.a.test/x/1': ['http://www.b.test/d/1'] },
    [2, 2, 2, 1],
  ],
  [
    'a page links to two hosts of another site',
    { [`${A}x/1`]: ['http://www.b.test/', 'http://lib.b.test/'] },
    [2, 2, 2, 1],
  ],
];
for (const [what, pages, counts] of examples)
  test(`worked example: ${what}`, async ({ file }) => {
    expect(await fromAToB(file, pages)).toEqual(counts);
  });

test('self-links: between documents of a site, none from a document to itself', async ({ file }) => {
  const store = await crawled(file, [named(A, 'domain')], {
    [A]: ['/1', '/x/1', 'http://cs.a.test/1', A],
    [`${A}1`]: ['/1', '/'],
    [`${A}x/1`]: [],
    'http://cs.a.test/1': [`${A}x/1`],
  });
  // Pages: four, and the way back from /1. Folders: / to /x/, / to cs, cs to /x/. Hosts: www to cs and back.
  expect(counted(store, 'links', { self: true })).toEqual([['www.a.test', 'www.a.test', 5, 3, 2, 0]]);
  expect(counted(store, 'links')).toEqual([]);
  expect(counted(store, 'matrix', { self: true, models: ['directory'] })).toEqual([['www.a.test', 3]]);
  expect(counted(store, 'matrix', { models: ['directory'] })).toEqual([['www.a.test', null]]);
  expect(counted(store, 'sites', { models: ['page'] })).toEqual([
    ['www.a.test', 'in-links', 0],
    ['www.a.test', 'out-links', 0],
    ['www.a.test', 'self-links', 5],
  ]);
  expect(counted(store, 'sites', { models: ['page'], self: true }).map((row) => row[2])).toEqual([5, 5, 5]);
  await store.close();
});

test('the models go from small documents to large ones', () => {
  expect(countingModels.map(({ name }) => name)).toEqual(['page', 'directory', 'domain', 'site']);
});
