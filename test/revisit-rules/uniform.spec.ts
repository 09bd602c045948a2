import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, order, rule, unchanged } from './pages.ts';

test('the page revisited longest ago comes first, changed or not, then the smaller id', () => {
  const uniform = rule('uniform');
  const [one, two, three] = [1, 2, 3].map((id) => begun(uniform, facts(id)));
  if (!one || !two || !three) throw new Error('three pages');
  expect(order(uniform, [three, two, one], 1)).toEqual([1, 2, 3]);
  expect(order(uniform, [after(uniform, one, changed(2)), after(uniform, two, unchanged(1)), three], 3)).toEqual([
    3, 2, 1,
  ]);
});
