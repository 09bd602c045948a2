import { expect } from '@playwright/test';
import { TICKS, ticks } from '../../src/revisit-rules/scent.ts';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, rule } from './pages.ts';

const smoothed = rule('scent-smoothed');

test('H := 0.85 H + 0.15 ln(1 + d), the scent after a visit is 2 H', () => {
  const page = begun(smoothed, facts(1, { size: 999 }));
  const before = 0.15 * Math.log(1000);
  expect(page.state).toEqual([ticks(2 * before), before]);
  const pool = { all: [5 * TICKS] };
  const next = after(smoothed, page, changed(3, 100), pool);
  const harvest = 0.85 * before + 0.15 * Math.log(201);
  expect(next.state[1]).toBeCloseTo(harvest, 12);
  expect(next.state[0]).toBe(ticks(2 * harvest) - 5 * TICKS);
});

test('DeltaS = 4 N / n per step', () => {
  const pool = smoothed.close({ all: [TICKS] }, { step: 1, pages: 100, revisits: 10, sums: {} });
  expect(pool).toEqual({ all: [TICKS + ticks(0.4)] });
});
