import { expect } from '@playwright/test';
import { TextOrder } from '../../../src/link-orders/topical/text-order.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { aVisit } from './a-visit.ts';

const RANK = { lane: 0, value: 1 };

test('beyond its limit the oldest links are forgotten, and the frontier is asked to rank them in turn', () => {
  const forgotten: number[] = [];
  const order = new TextOrder(compileTopic(A_TOPIC), 10, (link) => forgotten.push(link));
  const links = Array.from({ length: 60 }, (_, at) => [at + 2, 'papers'] as const);
  order.learn(aVisit(1, 0, links));
  // The start page was visited.
  expect(forgotten).toEqual(Array.from({ length: 51 }, (_, at) => at + 1));
  expect(order.get(51)).toBeUndefined();
  expect(order.get(52)).toBeDefined();
  const named = new Set<number>();
  for (let visit = 0; visit < 3; visit++)
    for (const one of order.moved(order.nextInTurn(), () => RANK)) {
      if (!('link' in one)) continue;
      named.add(one.link);
      expect(one).toEqual(forgotten.includes(one.link) ? { link: one.link } : { link: one.link, rank: RANK });
    }
  expect(
    [...named].sort((a, b) => a - b),
    'three turns of twenty, and those that are remembered',
  ).toEqual(links.map(([id]) => id));
});
