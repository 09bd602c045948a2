import { expect } from '@playwright/test';

/**
 * Checks that requests for one host kept to its delay, by their arrival. A loaded machine may delay each arrival, so
 * that the next one seems too early; but none can arrive before its own turn, counted from the first start.
 *
 * @param arrivals milliseconds, in order
 * @param begun before the first was sent, by the same clock
 * @param delay milliseconds between two
 */
export function expectTurns(arrivals: readonly number[], begun: number, delay: number): void {
  const early = arrivals.map((at, index) => at - begun - index * (delay - ROUNDING)).filter((late) => late < 0);
  expect(early, 'milliseconds before their turns').toEqual([]);
}

/** Tolerance for clocks in whole milliseconds, and early timers. */
const ROUNDING = 2;
