import { expect } from '@playwright/test';
import { test } from '../frontier/world.ts';
import { counted, crawled, named } from './crawled.ts';

/** a.test links to b.test by two pages, b.test back by one; both link to the target c.test; d.test has no link. */
const web = {
  'http://a.test/': ['/1', 'http://b.test/', 'http://c.test/'],
  'http://a.test/1': ['http://b.test/'],
  'http://b.test/': ['http://a.test/', 'http://c.test/'],
};
const sites = ['a', 'b', 'd'].map((name) => named(`http://${name}.test/`));

test('metrics of sites, and of their network', async ({ file }) => {
  const store = await crawled(file, sites, web);
  const targets = [
    { name: 'C', kind: 'other', country: undefined, scope: { kind: 'host', host: 'c.test' }, line: 2 },
  ] as const;
  const rows = counted(store, 'metrics', { targets, models: ['page', 'site'] });
  expect(rows.map((row) => [...row.slice(0, 4), row[7], row[9]])).toEqual([
    ['page', 'a.test', 1, 2, 2, 'scc'],
    ['page', 'b.test', 1, 2, 2, 'scc'],
    ['page', 'd.test', 0, 0, 0, 'disconnected'],
    ['page', 'C', 2, 0, 2, 'out'],
    ['site', 'a.test', 1, 2, 2, 'scc'],
    ['site', 'b.test', 1, 2, 2, 'scc'],
    ['site', 'd.test', 0, 0, 0, 'disconnected'],
    ['site', 'C', 2, 0, 2, 'out'],
  ]);
  // By pages b.test has the more links, by sites as many as a.test.
  const rank = (row: number) => Number(rows[row]?.[4]);
  expect(rank(1)).toBeGreaterThan(rank(0));
  expect(rank(5)).toBeCloseTo(rank(4), 9);
  expect(counted(store, 'network', { targets, models: ['page', 'site'] })).toEqual([
    ['sites', 4, 4],
    ['linked pairs', 4, 4],
    ['links', 5, 4],
    ['density', 4 / 12, 4 / 12],
    ['reciprocity', 0.5, 0.5],
    ['modularity', expect.any(Number), expect.any(Number)],
    ['communities', expect.any(Number), expect.any(Number)],
    ['scc', 2, 2],
    ['in', 0, 0],
    ['out', 1, 1],
    ['tube', 0, 0],
    ['tendril', 0, 0],
    ['disconnected', 1, 1],
  ]);
  await store.close();
});
