import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { BadInput } from '../../../src/domain/errors.ts';
import { withLinkLists } from '../../../src/link-orders/learned/learned.ts';
import { featuresOf } from '../../../src/link-orders/learned/link-features.ts';
import { LinkModel } from '../../../src/link-orders/learned/link-model.ts';
import { readPrior } from '../../../src/link-orders/learned/prior.ts';
import { makeStrategy, type StrategyChoice } from '../../../src/strategies/strategy.ts';
import { test } from '../../frontier/world.ts';
import { linkView } from '../link-view.ts';
import { candidate } from './candidate.ts';

test('the built-in prior is small, and from permitted webs', () => {
  const text = readFileSync('data/prior.json', 'utf8');
  expect(text.length).toBeLessThan(100_000);
  const { webs = [], anchor = {} } = readPrior('forager') ?? {};
  expect(Object.keys(anchor).length).toBeGreaterThan(100);
  expect(webs.filter((web) => /^(wisc|cornell|uci)/.test(web))).toEqual([]);
});

test('words that were valuable elsewhere are so from the start', () => {
  const prior = { format: 'forager-prior-1', webs: ['a'], anchor: { news: 0.5 }, address: { people: -0.25 } } as const;
  const of = (anchor: string, url: string) => featuresOf(candidate({ anchor, url }));
  const model = new LinkModel({ ...prior, webs: ['a'] });
  expect(model.expected(of('Our news', 'http://a.test/x/y'))).toBeCloseTo(0.5, 5);
  expect(model.expected(of('Ann', 'http://a.test/people/ann'))).toBeCloseTo(-0.25, 5);
  expect(new LinkModel(undefined).expected(of('Our news', 'http://a.test/x/y'))).toBe(0);
});

test('lists of links and people are expected to bring more, by text or address', () => {
  const prior = { format: 'forager-prior-1', webs: ['a'], anchor: { links: 0.25 }, address: {} } as const;
  const model = new LinkModel(withLinkLists({ ...prior, webs: ['a'] }));
  const expected = (anchor: string, url: string) => model.expected(featuresOf(candidate({ anchor, url })));
  expect(expected('Some links', 'http://a.test/x/y')).toBeCloseTo(1.25, 5);
  expect(expected('Полезные ссылки', 'http://a.test/x/y')).toBeCloseTo(1, 5);
  expect(expected('Here', 'http://a.test/~ann/Bookmarks.html')).toBeCloseTo(1, 5);
  expect(expected('Bookmarks', 'http://a.test/~ann/bookmarks.html')).toBeCloseTo(2, 5);
  expect(expected('Resources', 'http://a.test/x/y')).toBeCloseTo(0.5, 5);
  expect(expected('Staff', 'http://a.test/x/y')).toBeCloseTo(0.5, 5);
  expect(expected('Ann', 'http://a.test/people/ann')).toBeCloseTo(0.5, 5);
  expect(expected('News', 'http://a.test/x/y')).toBe(0);
});

test('a crawl for external links begins with lists of links, another one or one without a prior does not', () => {
  const worthBy = (choice: Pick<StrategyChoice, 'reward' | 'linkOrderParams'>) => {
    const { linkOrder } = makeStrategy({ strategy: 'forager', params: {}, ...choice }, 1);
    return linkOrder.expect?.(linkView({ anchor: 'bookmarks', url: 'http://a.test/x', level: 1 })).worth;
  };
  expect(worthBy({})).toBeGreaterThan(1);
  expect(worthBy({ reward: 'new-external-sites' })).toBeGreaterThan(1);
  expect(worthBy({ reward: 'documents' })).toBeLessThan(0.5);
  expect(worthBy({ linkOrderParams: { prior: 'none' } })).toBe(0);
});

test('none, a missing file, and one that is not a prior', ({ folder }) => {
  expect(readPrior('none')).toBeUndefined();
  expect(() => readPrior('/nowhere/prior.json')).toThrow(BadInput);
  const file = `${folder}/other.json`;
  writeFileSync(file, '{"words":{}}');
  expect(() => readPrior(file)).toThrow(/not a file written by forager lab train/);
});
