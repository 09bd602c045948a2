import { expect } from '@playwright/test';
import { makeSyntheticWeb, type SyntheticWeb } from '../../../src/lab/recrawl/synthetic-web.ts';
import { test } from '../../plain-test.ts';
import { spec } from './webs.ts';

const pagesOf = (web: SyntheticWeb) => Array.from({ length: web.pages }, (_, page) => page);
const changedBetween = (web: SyntheticWeb, page: number, from: number, to: number) => {
  const { gone, fresh } = web.compare(page, from, to);
  return gone + fresh > 0;
};

test('the same seed gives the same web, another seed another', () => {
  const [one, same, other] = [1, 1, 2].map((seed) => makeSyntheticWeb(spec(), seed));
  const print = (web: SyntheticWeb | undefined) =>
    web && pagesOf(web).map((page) => [web.size(page, 0), web.rate(page, 5), web.compare(page, 0, 80)]);
  expect(print(same)).toEqual(print(one));
  expect(print(other)).not.toEqual(print(one));
});

test('static, always changing and other pages, in the shares and at the mean rate of the specification', () => {
  const web = makeSyntheticWeb(spec({ pages: 4000, steps: 2, static: 0.6, always: 0.1 }), 1);
  const rates = pagesOf(web).map((page) => web.rate(page, 0));
  expect(rates.filter((rate) => rate === 0).length).toBe(2400);
  expect(rates.filter((rate) => rate === Number.POSITIVE_INFINITY).length).toBe(400);
  const others = rates.filter((rate) => rate > 0 && rate < Number.POSITIVE_INFINITY);
  expect(others.reduce((sum, rate) => sum + rate, 0) / others.length).toBeCloseTo(0.25, 1);
});

test('pages change at their rates, and never return to an old version', () => {
  const web = makeSyntheticWeb(spec({ static: 0.3, always: 0.2 }), 3);
  let [expected, found, wrong] = [0, 0, 0];
  for (const page of pagesOf(web)) {
    const rate = web.rate(page, 0);
    for (let step = 1; step <= web.steps; step++) {
      const changed = changedBetween(web, page, step - 1, step);
      if ((rate === 0 && changed) || (rate === Number.POSITIVE_INFINITY && !changed)) wrong++;
      if (rate === 0 || rate > 1) continue;
      expected += 1 - Math.exp(-rate);
      if (changed) found++;
    }
    if (web.compare(page, 0, 80).kept > web.compare(page, 0, 40).kept) wrong++;
  }
  expect(wrong).toBe(0);
  expect(Math.abs(found - expected)).toBeLessThan(4 * Math.sqrt(expected));
});

test('a rewrite keeps the size and replaces its share of the text', () => {
  const web = makeSyntheticWeb(spec({ static: 0, always: 1, rewrite: { least: 0.1, most: 0.1 } }), 1);
  for (const page of [0, 17, 399]) {
    const size = web.size(page, 0);
    const { kept, gone, fresh } = web.compare(page, 3, 5);
    expect([kept + gone, gone]).toEqual([size, fresh]);
    expect(Math.abs(kept - 0.81 * size)).toBeLessThanOrEqual(1);
  }
});

test('blocks that differ at every fetch are changes to revisits without a filter, and count for nothing', () => {
  const web = makeSyntheticWeb(spec({ static: 1, unstable: { pages: 0.5, text: 0.1, filtered: false } }), 1);
  const noisy = pagesOf(web).filter((page) => web.check(page, 0, 9).gone > 0);
  expect(noisy.length).toBeGreaterThan(150);
  expect(noisy.length).toBeLessThan(250);
  expect(pagesOf(web).some((page) => changedBetween(web, page, 0, 9))).toBe(false);
  const filtered = makeSyntheticWeb(spec({ static: 1, unstable: { pages: 0.5, text: 0.1, filtered: true } }), 1);
  expect(pagesOf(filtered).some((page) => filtered.check(page, 0, 9).gone > 0)).toBe(false);
});

test('pages vanish, and as many appear', () => {
  const web = makeSyntheticWeb(spec({ turnover: 0.01 }), 1);
  for (const step of [0, 1, 40, 80]) expect(pagesOf(web).filter((page) => web.size(page, step) >= 0).length).toBe(400);
  const gone = pagesOf(web).find((page) => web.size(page, 0) >= 0 && web.size(page, 80) < 0) ?? -1;
  expect(web.compare(gone, 0, 80)).toEqual({ kept: 0, gone: web.size(gone, 0), fresh: 0 });
});

test('drift: pages swap rates, so that the distribution stays the same', () => {
  const web = makeSyntheticWeb(spec({ drift: 0.05 }), 1);
  const rates = (step: number) => pagesOf(web).map((page) => web.rate(page, step));
  expect(rates(80)).not.toEqual(rates(0));
  expect(rates(80).sort()).toEqual(rates(0).sort());
});

test('rates within a section are as similar as specified', () => {
  const spread = (correlation: number) => {
    const web = makeSyntheticWeb(spec({ pages: 4000, steps: 1, static: 0.5, sections: { count: 20, correlation } }), 1);
    const shares = Array.from({ length: 20 }, (_, section) => {
      const pages = pagesOf(web).filter((page) => web.group(page) === section);
      return pages.filter((page) => web.rate(page, 0) > 0).length / pages.length;
    });
    return Math.max(...shares) - Math.min(...shares);
  };
  expect(spread(0)).toBeLessThan(0.2);
  expect(spread(0.8)).toBeGreaterThan(0.5);
});

test('honest servers date the last change; liars say always or never', () => {
  const web = makeSyntheticWeb(spec({ sites: 8, signals: { pages: 0.75, lying: 0.5 } }), 1);
  const kinds = new Map<number, string>();
  for (const page of pagesOf(web)) {
    const told = web.lastModified(page, 60);
    let last = 60;
    while (last > 0 && !changedBetween(web, page, last - 1, last)) last--;
    const kind = Number.isNaN(told) ? 'nothing' : told === last ? 'truth' : told === 60 ? 'always' : 'never';
    const before = kinds.get(web.site(page));
    if (before === undefined || before === 'truth') kinds.set(web.site(page), kind);
  }
  const count = (kind: string) => [...kinds.values()].filter((one) => one === kind).length;
  expect([count('nothing'), count('truth'), count('always') + count('never')]).toEqual([2, 3, 3]);
});
