import { expect } from '@playwright/test';
import { BadInput } from '../../src/domain/errors.ts';
import { makeStrategy } from '../../src/strategies/strategy.ts';
import { test } from '../plain-test.ts';
import { link, pageOf, rewardNamed, visit } from './visits.ts';

const brought = [
  visit({ newExternal: 4 }),
  pageOf(link('http://uni.test/a.pdf'), link('http://uni.test/b.csv')),
] as const;

test('worked example: 4 new external links and 2 documents', () => {
  expect(rewardNamed('mix').of(...brought), '1 * 4 + 10 * 2').toBe(24);
  expect(rewardNamed('mix', { weights: 'documents=0.5' }).of(...brought)).toBe(1);
  expect(rewardNamed('mix', { weights: ' new-external-links = 2 , documents=0' }).of(...brought)).toBe(8);
});

const refused: readonly [string, string][] = [
  ['documets=1', 'unknown reward "documets": did you mean "documents"? There are: new-external-links, '],
  ['mix=1', 'a mix is no part of a mix'],
  ['documents=1,documents=2', '"documents" stands there twice'],
  ['documents=-1', '"documents=-1" is no REWARD=WEIGHT'],
  ['documents=many', '"documents=many" is no REWARD=WEIGHT'],
  ['documents', '"documents" is no REWARD=WEIGHT'],
  ['', '"" is no REWARD=WEIGHT'],
];
for (const [weights, message] of refused)
  test(`weights "${weights}" are refused`, () => {
    const mixed = { strategy: 'beebot', reward: 'mix', rewardParams: { weights }, params: {} };
    expect(() => makeStrategy(mixed, undefined)).toThrow(BadInput);
    expect(() => makeStrategy(mixed, undefined)).toThrow(message);
  });
