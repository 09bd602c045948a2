import { expect, test } from '@playwright/test';
import { Habits } from '../../../src/capture/acts/habits.ts';

/** Whether an act is tried on each of so many pages in a row; it brings something on those that are named. */
function tried(habits: Habits, pages: number, fruitful: readonly number[] = []): number[] {
  return Array.from({ length: pages }, (_, index) => index + 1).filter((page) => {
    if (!habits.isWorthATry(1, 'press')) return false;
    habits.learn(1, 'press', fruitful.includes(page));
    return true;
  });
}

test('what brought nothing on three pages is tried on one in ten', () => {
  expect(tried(new Habits(), 30)).toEqual([1, 2, 3, 13, 23]);
});

test('what brings something there is tried on all again, until twice as many brought nothing', () => {
  expect(tried(new Habits(), 32, [13])).toEqual([1, 2, 3, 13, 14, 15, 16, 17, 18, 19, 29]);
});

test('sites and acts have nothing to do with each other', () => {
  const habits = new Habits();
  tried(habits, 3);
  expect(habits.isWorthATry(1, 'hover')).toBe(true);
  expect(habits.isWorthATry(2, 'press')).toBe(true);
  expect(habits.isWorthATry(1, 'press')).toBe(false);
});
