import { expect } from '@playwright/test';
import { BadInput } from '../../src/domain/errors.ts';
import { presets } from '../../src/strategies/registry.ts';
import { makeStrategy, presetsFor } from '../../src/strategies/strategy.ts';
import { test } from '../plain-test.ts';
import { A_TOPIC } from '../topics/a-topic.ts';

for (const preset of presets) {
  test(`preset ${preset.name} can be created, as in the design's table`, () => {
    const { names } = makeStrategy({ strategy: preset.name, params: {}, topic: A_TOPIC }, 100);
    const { reward, linkOrder, siteRule, rewardParams = {} } = preset;
    expect(names).toMatchObject({ reward, linkOrder, siteRule, rewardParams });
  });
}

test('presets that judge texts require a topic', () => {
  const without = presetsFor(undefined).map(({ name }) => name);
  expect(without).toContain('forager');
  expect(without.filter((name) => name.startsWith('topic'))).toEqual([]);
  expect(presetsFor(A_TOPIC)).toEqual(presets);
  for (const { name } of presets) {
    const make = () => makeStrategy({ strategy: name, params: {} }, 100);
    if (without.includes(name)) expect(make).not.toThrow();
    else expect(make).toThrow(/needs a topic: set --topic/);
  }
});

test("the paper's choice of rule by kind of set", () => {
  const rule = (strategy: string) => makeStrategy({ strategy, params: {} }, 100).names.siteRule;
  expect(rule('beebot')).toBe('time-quantum');
  expect(rule('beebot-universities')).toBe('ucb1');
  expect(rule('beebot-institutes')).toBe('gittins');
  expect(rule('beebot-trivial')).toBe('trivial');
  expect(rule('beebot-sequential')).toBe('sequential');
});

test('any combination is valid, and parameters are those of the rule', () => {
  const { names } = makeStrategy({ strategy: 'beebot', siteRule: 'ucb1', params: { m: 2 } }, undefined);
  expect(names).toMatchObject({ siteRule: 'ucb1', params: { m: 2 } });
});

test('numbers may be given as texts, as on a command line', () => {
  const { names } = makeStrategy({ strategy: 'beebot-universities', params: { m: '2' } }, undefined);
  expect(names.params).toEqual({ m: 2 });
});

const refused: readonly [string, () => unknown, RegExp][] = [
  [
    'an unknown strategy',
    () => makeStrategy({ strategy: 'bebot', params: {} }, 1),
    /unknown strategy "bebot": did you mean "beebot"\?/,
  ],
  [
    'an unknown rule',
    () => makeStrategy({ strategy: 'beebot', siteRule: 'ucb', params: {} }, 1),
    /unknown site rule "ucb".*"ucb1"/,
  ],
  [
    'an unknown parameter',
    () => makeStrategy({ strategy: 'beebot', params: { n: 3 } }, 1),
    /^--site-rule-param n: unknown parameter of site rule time-quantum: did you mean "turns"\? There are: turns, seconds$/,
  ],
  [
    'an impossible parameter',
    () => makeStrategy({ strategy: 'beebot-institutes', params: { n: 0 } }, 1),
    /^--site-rule-param n: "0" is not valid for site rule gittins \(pages to visit on a site in each step\): Too small.* >=1$/,
  ],
  [
    'a text where a number must be',
    () => makeStrategy({ strategy: 'beebot-institutes', params: { n: 'ten' } }, 1),
    /^--site-rule-param n: "ten" is not valid for site rule gittins/,
  ],
  [
    'a parameter of a member that has none',
    () => makeStrategy({ strategy: 'beebot', params: {}, linkOrderParams: { depth: 1 } }, 1),
    /^--link-order-param depth: unknown parameter of link order level: it has none$/,
  ],
  [
    'a prior for an order that takes none',
    () => makeStrategy({ strategy: 'beebot', params: {}, linkOrderParams: { prior: 'none' } }, 1),
    /^--prior, or --link-order-param prior: unknown parameter of link order level: it has none$/,
  ],
  [
    'a budget by time for a rule that knows none',
    () => makeStrategy({ strategy: 'beebot', params: { by: 'time' } }, 1),
    /^--budget-by, or --site-rule-param by: unknown parameter of site rule time-quantum/,
  ],
  [
    'R1 without a budget',
    () => makeStrategy({ strategy: 'beebot-trivial', params: {} }, undefined),
    /set --page-limit/,
  ],
];

for (const [what, make, message] of refused) {
  test(`${what} is refused in one line`, () => {
    expect(make).toThrow(BadInput);
    expect(make).toThrow(message);
    expect(make).not.toThrow(/\n/);
  });
}

test("addresses are folded by BeeBot's strategies, as in its paper, and by no other", () => {
  const folding = presets.filter(({ foldCase }) => foldCase).map(({ name }) => name);
  expect(folding).toEqual(presets.map(({ name }) => name).filter((name) => name.startsWith('beebot')));
  expect(folding).toContain('beebot');
});
