import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { BadInput } from '../../../src/domain/errors.ts';
import { featuresOf } from '../../../src/link-orders/learned/link-features.ts';
import { LinkModel } from '../../../src/link-orders/learned/link-model.ts';
import { readPrior } from '../../../src/link-orders/learned/prior.ts';
import { test } from '../../frontier/world.ts';
import { candidate } from './candidate.ts';

test('the prior that comes along is small, and from webs that may be used', () => {
  const text = readFileSync('data/prior.json', 'utf8');
  expect(text.length).toBeLessThan(100_000);
  const { webs = [], anchor = {} } = readPrior('forager') ?? {};
  expect(Object.keys(anchor).length).toBeGreaterThan(100);
  expect(webs.filter((web) => /^(wisc|cornell|uci)/.test(web))).toEqual([]);
});

test('words that were worth something elsewhere are worth it from the start', () => {
  const prior = { format: 'forager-prior-1', webs: ['a'], anchor: { news: 0.5 }, address: { people: -0.25 } } as const;
  const of = (anchor: string, url: string) => featuresOf(candidate({ anchor, url }));
  const model = new LinkModel({ ...prior, webs: ['a'] });
  expect(model.expected(of('Our news', 'http://a.test/x/y'))).toBeCloseTo(0.5, 5);
  expect(model.expected(of('Ann', 'http://a.test/people/ann'))).toBeCloseTo(-0.25, 5);
  expect(new LinkModel(undefined).expected(of('Our news', 'http://a.test/x/y'))).toBe(0);
});

test('with a prior, more is expected of what names a list of links, by its text or its address', () => {
  const model = new LinkModel({ format: 'forager-prior-1', webs: [], anchor: {}, address: {} });
  const expected = (anchor: string, url: string) => model.expected(featuresOf(candidate({ anchor, url })));
  expect(expected('Some links', 'http://a.test/x/y')).toBeCloseTo(1, 5);
  expect(expected('Полезные ссылки', 'http://a.test/x/y')).toBeCloseTo(1, 5);
  expect(expected('Here', 'http://a.test/~ann/Bookmarks.html')).toBeCloseTo(1, 5);
  expect(expected('Bookmarks', 'http://a.test/~ann/bookmarks.html')).toBeCloseTo(2, 5);
  expect(expected('Resources', 'http://a.test/x/y')).toBeCloseTo(0.5, 5);
  expect(expected('Staff', 'http://a.test/x/y')).toBe(0);
  const none = new LinkModel(undefined);
  expect(none.expected(featuresOf(candidate({ anchor: 'Links', url: 'http://a.test/x/y' })))).toBe(0);
});

test('none, a file that is not there, and one that is no prior', ({ folder }) => {
  expect(readPrior('none')).toBeUndefined();
  expect(() => readPrior('/nowhere/prior.json')).toThrow(BadInput);
  const file = `${folder}/other.json`;
  writeFileSync(file, '{"words":{}}');
  expect(() => readPrior(file)).toThrow(/is no prior of links/);
});
