import { expect } from '@playwright/test';
import { compareRanks, isRefusal, type Rank } from '../../src/domain/rank.ts';
import { random } from '../../src/link-orders/random.ts';
import { test } from '../plain-test.ts';
import { view } from '../site-rules/play.ts';
import { linkView } from './link-view.ts';

const order = (seed: number): string[] => {
  const { rank } = random.make({}, { seed });
  const placed = Array.from({ length: 40 }, (_, n) => {
    const url = `http://a.test/${n}`;
    const at = rank(linkView({ id: n + 1, url, level: n === 17 ? 0 : 1 + (n % 3) }), view(1));
    if (isRefusal(at)) throw new Error(at.refused);
    return { url, at };
  });
  return placed.sort((a: { at: Rank }, b: { at: Rank }) => compareRanks(a.at, b.at)).map(({ url }) => url);
};

test('another seed is another order, the same seed the same; the start page comes first', () => {
  expect(order(1)).toEqual(order(1));
  expect(order(2)).not.toEqual(order(1));
  expect(new Set(order(2))).toEqual(new Set(order(1)));
  expect([order(1)[0], order(2)[0]]).toEqual(['http://a.test/17', 'http://a.test/17']);
  const places = order(1).map((url) => Number(url.slice(14)));
  expect(places).not.toEqual([...places].sort((a, b) => a - b));
});
