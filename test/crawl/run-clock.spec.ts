import { mock } from 'node:test';
import { expect } from '@playwright/test';
import { onTimeOver, runClock } from '../../src/crawl/run-clock.ts';
import { test } from '../plain-test.ts';

test('the time of a run starts with the machine’s, and cannot be set', () => {
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

test('a time limit above 24.8 days, the longest timer of Node, ends a run in time and not before', () => {
  const A_DAY = 86_400_000;
  let days = 0;
  let over = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    onTimeOver(
      () => (60 - days) * A_DAY,
      () => void over++,
    );
    const cancel = onTimeOver(
      () => (30 - days) * A_DAY,
      () => void over++,
    );
    for (; days < 59; mock.timers.tick(A_DAY)) {
      days++;
      if (days === 28) cancel();
    }
    expect(over).toBe(0);
    days++;
    mock.timers.tick(A_DAY);
    expect(over).toBe(1);
  } finally {
    mock.timers.reset();
  }
});
