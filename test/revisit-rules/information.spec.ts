import { expect } from '@playwright/test';
import { harvest, loss, value } from '../../src/revisit-rules/revisit-rule.ts';
import { test } from '../plain-test.ts';

const cases: readonly (readonly [
  what: string,
  kept: number,
  gone: number,
  fresh: number,
  value: number,
  harvest: number,
])[] = [
  ['unchanged', 999, 0, 0, Math.log(1000), 0],
  ['a tenth rewritten', 899, 100, 99, Math.log(900 / 200), Math.log(200)],
  ['half rewritten: never below 0', 499, 500, 500, 0, Math.log(1001)],
  ['gone', 0, 999, 0, 0, Math.log(1000)],
  ['empty and still empty', 0, 0, 0, 0, 0],
];

for (const [what, kept, gone, fresh, worth, gathered] of cases)
  test(`value and harvest: ${what}`, () => {
    expect(value({ kept, gone, fresh })).toBeCloseTo(worth, 12);
    expect(harvest({ kept, gone, fresh })).toBeCloseTo(gathered, 12);
  });

test('the loss is the value of a new copy', () => {
  expect(loss({ kept: 999, gone: 0, fresh: 0 })).toBe(0);
  expect(loss({ kept: 899, gone: 100, fresh: 99 })).toBeCloseTo(Math.log(999) - Math.log(4.5), 12);
  expect(loss({ kept: 0, gone: 999, fresh: 0 }), 'a page that is gone can be worth nothing').toBe(0);
});
