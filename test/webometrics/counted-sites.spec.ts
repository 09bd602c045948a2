import { expect } from '@playwright/test';
import { addressParts } from '../../src/url/address-parts.ts';
import { siteScope } from '../../src/url/scope.ts';
import { indexPlaces, type PlaceScope, scopeFrom } from '../../src/url/site-scopes.ts';
import type { Place } from '../../src/webometrics/counted-sites.ts';
import { parseTargets } from '../../src/webometrics/target-list.ts';
import { test } from '../frontier/world.ts';
import { counted, crawled, named } from './crawled.ts';

const place = (scope: PlaceScope): Place => ({ name: '', kind: '', country: undefined, scope, isCrawled: true });

test('an address belongs to the most specific place: the longest folder, the host, the longest domain', () => {
  const index = indexPlaces([
    place({ kind: 'domain', domain: 'uni.test' }),
    place({ kind: 'domain', domain: 'cs.uni.test' }),
    place({ kind: 'host', host: 'uni.test' }),
    place({ kind: 'prefix', host: 'uni.test', folder: '/a/' }),
    place({ kind: 'prefix', host: 'uni.test', folder: '/a/b/' }),
    place({ kind: 'host', host: 'uni.test' }),
    place({ kind: 'host', host: 'port.test:8080' }),
  ]);
  const found = (address: string) => {
    const { host, path } = addressParts(address);
    return index(host)(path);
  };
  const addresses = {
    'http://uni.test/': 2,
    'https://www.uni.test/x?/a/': 2,
    'http://www.uni.test/a/1': 3,
    'http://uni.test/a': 3,
    'http://uni.test/ab': 2,
    'http://uni.test/a/b/c#/x': 4,
    'http://lib.uni.test/a/b/': 0,
    'http://lib.uni.test:8080/': 0,
    'http://x.cs.uni.test/': 1,
    'http://cs.uni.test/': 1,
    'http://notuni.test/': undefined,
    'http://port.test:8080/': 6,
    'http://port.test/': undefined,
    'http://127.0.0.1/': undefined,
  };
  for (const [address, number] of Object.entries(addresses)) expect(found(address), address).toBe(number);
});

test('a place has the addresses in the scope of its site', () => {
  const starts = ['http://www.uni.ac.uk/', 'http://uni.test/a/b', 'http://10.0.0.1/', 'http://cs.uni.test:81/a/'];
  const others = [
    'http://uni.ac.uk/x',
    'http://cs.uni.ac.uk/',
    'http://other.ac.uk/',
    'http://uni.test/a/c',
    'http://uni.test/a',
  ];
  for (const start of starts.map((url) => new URL(url)))
    for (const kind of ['host', 'domain', 'prefix'] as const) {
      const index = indexPlaces([place(scopeFrom(start, kind))]);
      const isOwn = siteScope(start, kind);
      for (const url of [...starts, ...others]) {
        const { host, path } = addressParts(url);
        expect(index(host)(path) === 0, `${kind} ${start.href} ${url}`).toBe(isOwn(new URL(url)));
      }
    }
});

test('pages belong to the more specific of two sites, whichever read them, and count once', async ({ file }) => {
  const sites = [named('http://www.uni.test/', 'domain'), named('http://cs.uni.test/'), named('http://b.test/')];
  const store = await crawled(file, sites, {
    'http://www.uni.test/': ['http://cs.uni.test/', 'http://b.test/'],
    'http://cs.uni.test/': ['/1', 'http://b.test/', 'http://lib.uni.test/'],
    'http://cs.uni.test/1': ['http://b.test/'],
    'http://lib.uni.test/': ['http://www.b.test/'],
    'http://b.test/': ['http://lib.uni.test/', 'http://uni.test/'],
  });
  expect(counted(store, 'links', { models: ['page', 'domain'] })).toEqual([
    ['www.uni.test', 'cs.uni.test', 1, 1],
    ['www.uni.test', 'b.test', 2, 2],
    ['cs.uni.test', 'www.uni.test', 1, 1],
    ['cs.uni.test', 'b.test', 2, 1],
    ['b.test', 'www.uni.test', 2, 2],
  ]);
  await store.close();
});

test('targets follow the crawled sites as columns; one with the scope of a site is that site', async ({ file }) => {
  const store = await crawled(file, [named('http://www.a.test/'), named('http://b.test/')], {
    'http://www.a.test/': ['http://b.test/', 'http://gov.test/edu/1', 'http://gov.test/', 'http://x.gov.test/'],
    'http://b.test/': ['http://www.gov.test/edu/', 'http://www.gov.test/edu/2'],
  });
  const list = 'name,url,domain\nB,http://www.b.test/,\nMinistry,http://gov.test/edu/,\nGovernment,,gov.test\n';
  const targets = parseTargets(list, 'list');
  expect(counted(store, 'matrix', { targets, models: ['page'] })).toEqual([
    ['www.a.test', null, 1, 1, 2],
    ['b.test', 0, null, 2, 0],
  ]);
  expect(counted(store, 'sites', { targets, models: ['directory'] }).slice(-2)).toEqual([
    ['Ministry', 'in-links', 2],
    ['Government', 'in-links', 2],
  ]);
  const namesake = parseTargets('name,host\nb.test,other.test\n', 'list');
  expect(() => counted(store, 'matrix', { targets: namesake })).toThrow(
    '--targets: line 2: "b.test" is the name of a crawled site with another scope',
  );
  await store.close();
});
