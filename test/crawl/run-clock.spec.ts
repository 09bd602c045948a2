import { expect } from '@playwright/test';
import { runClock } from '../../src/crawl/run-clock.ts';
import { test } from '../plain-test.ts';

test('the time of a run begins with the machine’s, and nobody sets it', () => {
  let wall = 1_000_000;
  let ticks = 500;
  const now = runClock(
    () => wall,
    () => ticks,
  );
  expect(now()).toBe(1_000_000);
  ticks += 250.7;
  expect(now()).toBe(1_000_250);
  for (const set of [3_600_000, -7_200_000]) {
    wall += set;
    expect(now()).toBe(1_000_250);
  }
});
