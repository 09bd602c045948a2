import { expect } from '@playwright/test';
import { featuresOf } from '../../../src/link-orders/learned/link-features.ts';
import { WaitingLinks } from '../../../src/link-orders/learned/waiting-links.ts';
import { test } from '../../plain-test.ts';
import { candidate } from './candidate.ts';

const named = (name: string, given: Parameters<typeof candidate>[0] = {}) =>
  featuresOf(candidate({ url: `http://a.test/people/${name}.html`, anchor: name, ...given }));

test('nearby links start with those at the same place of the same page, the latest first', () => {
  const waiting = new WaitingLinks();
  waiting.add(1, named('ann'));
  waiting.add(2, named('bob'));
  waiting.add(3, named('news', { tagPath: 'html body nav a' }));
  waiting.add(4, named('far', { site: 2, url: 'http://b.test/x', page: undefined, tagPath: 'html a' }));
  const near = (most: number) => {
    const found = new Set<number>();
    waiting.near(named('cid'), most, found);
    return [...found];
  };
  expect(near(10)).toEqual([2, 1, 3]);
  expect(near(1)).toEqual([2]);
  waiting.take(2);
  expect(waiting.get(2)).toBeUndefined();
  expect(near(10)).toEqual([1, 3]);
});

test('rows taken stay unchanged, whichever links come then', () => {
  const waiting = new WaitingLinks();
  waiting.add(1, named('ann'));
  const taken = waiting.take(1);
  waiting.add(2, named('bob', { site: 2 }));
  expect(taken).toEqual(named('ann'));
  expect(waiting.take(1)).toBeUndefined();
});

test('beyond the limit the oldest links are forgotten, whatever was visited meanwhile', () => {
  const waiting = new WaitingLinks(3);
  const remembered = () => Array.from({ length: 20 }, (_, link) => link).filter((link) => waiting.get(link));
  for (const link of [1, 2, 3, 4]) waiting.add(link, named(`n${link}`));
  expect(remembered()).toEqual([2, 3, 4]);
  waiting.take(2);
  for (const link of [5, 6]) waiting.add(link, named(`n${link}`));
  expect(remembered()).toEqual([4, 5, 6]);
  for (let link = 7; link < 20; link++) waiting.add(link, named(`n${link}`));
  expect(remembered()).toEqual([17, 18, 19]);
  const found = new Set<number>();
  waiting.near(named('other'), 10, found);
  expect([...found]).toEqual([19, 18, 17]);
});

test('in turn each link comes equally often, and visited ones no more', () => {
  const waiting = new WaitingLinks();
  for (let link = 1; link <= 10; link++) waiting.add(link, named(`n${link}`));
  for (const link of [2, 5, 6]) waiting.take(link);
  const counts = new Map<number, number>();
  for (let round = 0; round < 14; round++) {
    for (const link of waiting.inTurn(3)) counts.set(link, (counts.get(link) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 3, 4, 7, 8, 9, 10]);
  for (const count of counts.values()) expect(count).toBeGreaterThanOrEqual(5);
});
