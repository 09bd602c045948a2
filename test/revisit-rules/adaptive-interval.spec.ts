import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, order, rule, unchanged } from './pages.ts';

const adaptive = rule('adaptive-interval', { inc: 0.4, dec: 0.2, sync: 0.3, first: 10 });

test('as in Nutch if a page is revisited when due', () => {
  let page = begun(adaptive, facts(1));
  expect(page.state).toEqual([-10, 10, 0]);
  // Changed: 0.8 * 10 = 8, due 10 + 8.
  page = after(adaptive, page, changed(10));
  expect(page.state).toEqual([-18, 8, 10]);
  // Unchanged: 1.4 * 8 = 11.2 > delta = 8; due 18 + 11.2 - 0.3 * 8 = 26.8.
  page = after(adaptive, page, unchanged(18));
  expect(page.state[0]).toBeCloseTo(-26.8, 9);
  expect(page.state[1]).toBeCloseTo(11.2, 9);
  // Unchanged at 40: delta = 40 - 10 = 30 > 1.4 * 11.2; due 40 + 30 - 9.
  page = after(adaptive, page, unchanged(40));
  expect(page.state).toEqual([-61, 30, 10]);
});

test('a revisit before the page is due counts for the steps waited', () => {
  const page = after(adaptive, begun(adaptive, facts(1)), changed(5));
  expect(page.state).toEqual([-9, 4, 5]);
});

test('the interval stays within its limits', () => {
  const short = rule('adaptive-interval', { inc: 0.4, dec: 0.2, first: 10, least: 9, most: 12 });
  expect(after(short, begun(short, facts(1)), changed(10)).state[1]).toBe(9);
  expect(after(short, begun(short, facts(1)), unchanged(10)).state[1]).toBe(12);
});

test('the most overdue first', () => {
  const [one, two] = [begun(adaptive, facts(1)), begun(adaptive, facts(2))];
  expect(order(adaptive, [after(adaptive, one, unchanged(4)), after(adaptive, two, changed(4))], 5)).toEqual([2, 1]);
});
