import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { TopicDefinition } from '../../src/domain/topic.ts';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { test } from '../plain-test.ts';

const topicOf = (...keywords: readonly (readonly [string, number])[]): TopicDefinition => ({
  name: 'a topic',
  languages: ['en'],
  keywords: keywords.map(([term, weight]) => ({ term, weight })),
  targets: { types: ['pdf', 'application/postscript'], relevance: undefined, read: false },
});

test('relevance is the cosine of Ma 2010, §1, with weights of 1 + ln(count) in the text', () => {
  const topic = compileTopic(topicOf(['database', 2], ['index', 1]));
  // "databas" twice, "tree" once: W = 1 + ln 2 and 1.
  const expected = (2 * (1 + Math.log(2))) / Math.sqrt(((1 + Math.log(2)) ** 2 + 1) * (4 + 1));
  expect(topic.relevance(['Databases', 'a database of trees'])).toBeCloseTo(expected, 12);
  expect(topic.explain(['Databases', 'a database of trees'])).toEqual([
    { term: 'databas', count: 2, share: expect.closeTo(expected, 12) },
  ]);
});

test('a term of several words counts in addition to its words, also over stop words', () => {
  const topic = compileTopic(topicOf(['internet of things', 1]));
  expect(topic.terms('The Internet of Things, a thing')).toEqual(['internet', 'thing', 'internet thing', 'thing']);
  expect(topic.relevance(['internet things'])).toBeGreaterThan(0);
  expect(topic.relevance(['internet, and much later things'])).toBe(0);
});

test('terms with a common beginning are all found', () => {
  const topic = compileTopic(
    topicOf(['operating room', 1], ['operating system', 1], ['operating system kernel', 1], ['operating cost', 1]),
  );
  expect(topic.terms('operating system kernels')).toEqual([
    ...['oper', 'system', 'oper system', 'kernel', 'oper system kernel'],
  ]);
  expect(topic.terms('operating costs')).toEqual(['oper', 'cost', 'oper cost']);
});

test('target documents are recognised by their extension or content type', () => {
  const topic = compileTopic(topicOf(['x-ray', 1]));
  expect(topic.isTarget('http://a.test/p.PDF?x=1')).toBe(true);
  expect(topic.isTarget('http://a.test/p.ps.gz')).toBe(true);
  expect(topic.isTarget('http://a.test/p.html')).toBe(false);
  expect(topic.isTargetType('application/pdf; charset=binary')).toBe(true);
  expect(topic.isTargetType('text/html')).toBe(false);
});

test('for any text, relevance is in [0, 1], the sum of its terms, and reproducible', () => {
  const topic = compileTopic(topicOf(['lecture', 3], ['home work', 1], ['exam', 0.5]));
  const words = fc.constantFrom('lecture', 'lectures', 'home', 'work', 'exam', 'the', 'dog', 'ünïcode', '。', '12');
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }), (text) => {
      const relevance = topic.relevance(text);
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
      const shares = topic.explain(text).reduce((sum, { share }) => sum + share, 0);
      expect(shares).toBeCloseTo(relevance, 9);
      expect(topic.relevance(text)).toBe(relevance);
    }),
  );
});
