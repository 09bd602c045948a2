import { expect } from '@playwright/test';
import fc from 'fast-check';
import { strategyName, strategyNamed } from '../../src/strategies/strategy.ts';
import { test } from '../plain-test.ts';

const plain = { reward: undefined, siteRule: undefined, linkOrder: undefined, rewardParams: {}, linkOrderParams: {} };

const names: readonly [string, ReturnType<typeof strategyNamed>][] = [
  ['beebot', { ...plain, strategy: 'beebot', params: {} }],
  ['beebot-universities:m=2', { ...plain, strategy: 'beebot-universities', params: { m: '2' } }],
  [
    'beebot:reward=documents:reward.types=pdf+csv:site-rule=ucb1:m=2:link-order=level',
    {
      strategy: 'beebot',
      reward: 'documents',
      siteRule: 'ucb1',
      linkOrder: 'level',
      rewardParams: { types: 'pdf,csv' },
      params: { m: '2' },
      linkOrderParams: {},
    },
  ],
  [
    'beebot:reward=mix:reward.weights=new-external-links=1+documents=10:link-order.c=0.5',
    {
      ...plain,
      strategy: 'beebot',
      reward: 'mix',
      rewardParams: { weights: 'new-external-links=1,documents=10' },
      params: {},
      linkOrderParams: { c: '0.5' },
    },
  ],
];

for (const [name, choice] of names)
  test(`${name} is parsed, and formatted again`, () => {
    expect(strategyNamed(name)).toEqual(choice);
    expect(strategyName({ params: {}, ...choice, strategy: choice?.strategy ?? '' })).toBe(name);
  });

test("site-rule. may stand before the site rule's parameters", () => {
  expect(strategyNamed('beebot:site-rule.turns=2')).toEqual(strategyNamed('beebot:turns=2'));
});

for (const text of ['', ':m=2', 'beebot:', 'beebot:m', 'beebot:m=', 'beebot:m=1:site-rule.m=2', 'beebot:rule.m=1'])
  test(`"${text}" is not a name`, () => expect(strategyNamed(text)).toBeUndefined());

test('every choice has a unique name', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const params = fc.dictionary(
    word.filter((name) => !['reward', 'site-rule', 'link-order'].includes(name)),
    fc.stringMatching(/^[a-z0-9=,.-]{1,12}$/),
    { maxKeys: 3, noNullPrototype: true },
  );
  const member = fc.option(word, { nil: undefined });
  fc.assert(
    fc.property(
      fc.record({
        ...{ strategy: word, reward: member, siteRule: member, linkOrder: member },
        ...{ rewardParams: params, params, linkOrderParams: params },
      }),
      (choice) => expect(strategyNamed(strategyName(choice))).toEqual(choice),
    ),
  );
});
