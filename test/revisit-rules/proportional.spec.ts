import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, rule, table, unchanged } from './pages.ts';

test('rate * age, the rate -ln((u + 0.5)/(n + 1)) an interval', () => {
  const proportional = rule('proportional');
  // Three checks 2 steps apart, one of them unchanged: -ln(1.5/4)/2 a step, 4 steps old.
  let page = begun(proportional, facts(1));
  for (const check of [changed(2), unchanged(4), changed(6)]) page = after(proportional, page, check);
  expect(page.state).toEqual([3, 1, 6]);
  const ranked = proportional.rank?.(table([page]), 10, {});
  expect(ranked?.priority[0]).toBeCloseTo((-Math.log(1.5 / 4) * 4) / 2, 12);
});

test('a page never revisited has half a change expected at any age; one that never changed comes last', () => {
  const proportional = rule('proportional');
  const first = begun(proportional, facts(1));
  let dry = begun(proportional, facts(2));
  for (const step of [1, 2, 3, 4]) dry = after(proportional, dry, unchanged(step));
  const ranked = proportional.rank?.(table([first, dry]), 5, {});
  expect(ranked?.priority[0]).toBeCloseTo(Math.LN2, 12);
  expect(ranked?.priority[1]).toBeCloseTo(-Math.log(4.5 / 5), 12);
});
