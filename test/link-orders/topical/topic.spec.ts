import { expect } from '@playwright/test';
import { topic } from '../../../src/link-orders/topical/topic.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { view } from '../../site-rules/play.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';

const ordered = (types: string[]) =>
  topic.make({}, { seed: 1, topic: compileTopic({ ...A_TOPIC, targets: { ...A_TOPIC.targets, types } }) });
const order = ordered([]);
const page = {
  id: 9,
  url: 'http://a.test/list',
  title: 'A list',
  level: 1,
  reward: 0,
  newExternal: 0,
  external: 0,
  internal: 5,
};
const value = (anchor: string, source = {}, by = order, url = 'http://a.test/x') => {
  const link = linkView({ id: 1, url, anchor, level: 2, source: { ...page, ...source } });
  const rank = by.rank(link, view(1));
  return 'refused' in rank ? Number.NaN : rank.value;
};

test('before training a link is scored by its text, and the title and text of its page', () => {
  const none = value('weather');
  // Of "page" and "weather" one is of the topic, whose length is sqrt(1 + 4): 1 / sqrt(2 * 5).
  const near = Math.log1p(100 / Math.sqrt(10));
  expect(value('weather page') - none).toBeCloseTo(0.8 * near, 1);
  expect(value('weather', { title: 'Weather page', url: 'http://a.test/' }) - none).toBeCloseTo(0.8 * near, 1);
  expect(value('weather', { relevance: 0.2 }) - none).toBeCloseTo(0.3 * Math.log1p(20), 1);
});

test('in a search for pages short addresses come first, in a search for documents they do not matter', () => {
  const deep = 'http://a.test/some/way/x';
  expect(value('weather') - value('weather', {}, order, deep)).toBeCloseTo(2 * 0.4, 1);
  const papers = ordered(['pdf']);
  expect(value('weather', {}, papers, deep)).toBe(value('weather', {}, papers));
});

test('start pages come first', () => {
  expect(order.rank(linkView({ level: 0 }), view(1))).toMatchObject({ lane: 2 });
});

test('in a search for documents, links to lists of them come before links with words of the topic', () => {
  const papers = ordered(['pdf']);
  const none = value('weather', {}, papers);
  expect(value('publications', {}, papers) - none).toBeCloseTo(1, 1);
  expect(value('lecture notes', {}, papers) - none).toBeCloseTo(1, 1);
  expect(value('weather page', {}, papers) - none).toBeCloseTo(0.1 * 0.8 * Math.log1p(100 / Math.sqrt(10)), 1);
  for (const types of [[], ['data'], ['text/csv']])
    expect(value('publications', {}, ordered(types))).toBeCloseTo(value('weather', {}, ordered(types)), 1);
  expect(value('publications', {}, ordered(['data', 'application/postscript']))).toBeCloseTo(none + 1, 1);
});
