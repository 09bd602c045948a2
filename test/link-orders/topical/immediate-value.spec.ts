import { expect } from '@playwright/test';
import { immediateValue } from '../../../src/link-orders/topical/immediate-value.ts';
import { LinkTexts } from '../../../src/link-orders/topical/link-texts.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { view } from '../../site-rules/play.ts';
import { linkView } from '../link-view.ts';

const topic = compileTopic({
  name: 'trees',
  languages: ['en'],
  keywords: [
    { term: 'tree', weight: 2 },
    { term: 'leaf', weight: 1 },
  ],
  targets: { types: [], read: false },
});
const link = (anchor: string, context = '', path = '') => ({ anchor, context, url: `http://a.test/${path}` });

test('the cosine of Ma 2010, §1, with tf x idf: two links with "tree", one with "road", of three', () => {
  const texts = new LinkTexts(topic);
  for (const anchor of ['tree', 'trees road', '']) texts.add(texts.read(link(anchor)));
  const idf = (frequency: number) => Math.log((1 + 3) / (1 + frequency)) + 1;
  const [tree, leaf, road] = [idf(2), idf(0), idf(1)];
  // "tree" twice, "road" once.
  const text = Math.hypot(2 * tree, road);
  const whole = Math.hypot(2 * tree, leaf);
  const value = texts.immediateValue(texts.read(link('tree', 'a tree', 'road')));
  expect(value).toBeCloseTo((2 * tree * 2 * tree) / (text * whole), 2);
});

test('a link with more relevant text ranks higher, start pages above all', () => {
  const order = immediateValue.make({}, { seed: 1, topic });
  const value = (anchor: string, level = 1) => order.rank(linkView({ anchor, level }), view(1));
  expect(value('weather')).toEqual({ lane: 0, value: 0 });
  expect(value('weather', 0)).toEqual({ lane: 1, value: 0 });
  const [near, far] = [value('leaf tree'), value('tree on a hill near the road')].map((rank) =>
    'value' in rank ? rank.value : Number.NaN,
  );
  expect(near).toBeGreaterThan(far ?? Number.NaN);
  expect(far).toBeGreaterThan(0);
});
