import { expect } from '@playwright/test';

/**
 * Requests for one host kept to its delay, by when they arrived. A loaded machine may let each arrive late by itself, so
 * that the next one seems too early; but none can arrive before its own turn, counted from the begin of all.
 *
 * @param arrivals milliseconds, in their order
 * @param begun before the first was sent, by the same clock
 * @param delay milliseconds between two
 */
export function expectTurns(arrivals: readonly number[], begun: number, delay: number): void {
  const early = arrivals.map((at, index) => at - begun - index * (delay - ROUNDING)).filter((late) => late < 0);
  expect(early, 'milliseconds before their turns').toEqual([]);
}

/** Clocks in whole milliseconds, and timers that ring early. */
const ROUNDING = 2;
