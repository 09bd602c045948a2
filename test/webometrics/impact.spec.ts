import { expect } from '@playwright/test';
import { parseTargets } from '../../src/webometrics/target-list.ts';
import { test } from '../frontier/world.ts';
import { counted, crawled, named } from './crawled.ts';

const sites = [
  named('http://www.a.ac.uk/', 'domain'),
  named('http://b.fr/'),
  named('http://c.org/'),
  named('http://d.eu/'),
];
const web = {
  'http://www.a.ac.uk/': ['http://cs.a.ac.uk/1', 'http://cs.a.ac.uk/2', 'http://edu.gov.test/', 'http://x.com/1'],
  'http://cs.a.ac.uk/1': ['http://edu.gov.test/', 'http://edu.gov.test/law', 'http://b.fr/'],
  'http://cs.a.ac.uk/2': ['http://www.x.com/1'],
  'http://b.fr/': ['http://edu.gov.test/', 'http://x.com/1', 'http://x.com/2'],
  'http://c.org/': ['http://b.fr/', 'http://edu.gov.test/', 'http://y.com/'],
  'http://d.eu/': ['http://edu.gov.test/', 'http://other.gov.test/'],
};

test('link impact of crawled sites and of targets: pages, hosts, domains, sites, top-level domains, countries', async ({
  file,
}) => {
  const store = await crawled(file, sites, web);
  const targets = parseTargets(
    'name,host,domain,kind,country\nEducation,edu.gov.test,,ministry,TT\nGovernment,,gov.test,,\nC,c.org,,,fr\n',
    'list',
  );
  const rows = counted(store, 'impact', { targets });
  // The page of c.org counts for France, by the list, and eu is not a country.
  expect(rows).toEqual([
    ['www.a.ac.uk', 'university', null, 0, 0, 0, 0, 0, 0],
    ['b.fr', 'university', null, 2, 2, 2, 2, 2, 2],
    ['c.org', 'university', 'fr', 0, 0, 0, 0, 0, 0],
    ['d.eu', 'university', null, 0, 0, 0, 0, 0, 0],
    ['Education', 'ministry', 'tt', 5, 5, 4, 4, 4, 2],
    ['Government', '', null, 1, 1, 1, 1, 1, 0],
  ]);
  expect(counted(store, 'impact', { self: true })[0]).toEqual(['www.a.ac.uk', 'university', null, 1, 1, 1, 1, 1, 1]);
  expect(() => counted(store, 'impact', { models: ['page'] })).toThrow('--model does not work with --report impact');
  await store.close();
});

test('the domains outside the crawl, by the sites that link to them', async ({ file }) => {
  const store = await crawled(file, sites, web);
  expect(counted(store, 'domains')).toEqual([
    ['gov.test', 4, 5, 3],
    ['x.com', 2, 3, 3],
    ['y.com', 1, 1, 1],
  ]);
  await store.close();
});
