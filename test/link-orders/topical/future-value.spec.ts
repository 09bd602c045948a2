import { expect } from '@playwright/test';
import { futureValue } from '../../../src/link-orders/topical/future-value.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { view } from '../../site-rules/play.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';
import { aVisit } from './a-visit.ts';

test('links are ordered by level until training, then by the value behind links with similar text', () => {
  const order = futureValue.make(futureValue.params.parse({ first: 8 }), { seed: 1, topic: compileTopic(A_TOPIC) });
  const rankOf = (anchor: string, level: number) =>
    order.rank(linkView({ id: 500 + level, url: 'http://a.test/x', anchor, level }), view(1));
  const texts = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'publications' : 'weather'));
  const links = texts.map((text, at) => [at + 2, text] as const);
  for (const _ of order.learn?.(aVisit(1, 0, links)) ?? []);
  expect(rankOf('publications', 3)).toEqual({ lane: 0, value: -3 });
  for (const [id, text] of links)
    for (const _ of order.learn?.(aVisit(id, text === 'publications' ? 6 : 0, [], text)) ?? []);
  const value = (anchor: string) => {
    const rank = rankOf(anchor, 2);
    return 'refused' in rank ? Number.NaN : rank.value;
  };
  expect(value('publications')).toBeGreaterThan(4);
  expect(value('weather')).toBeLessThan(2);
  expect(value('weather')).toBeGreaterThanOrEqual(0);
});
