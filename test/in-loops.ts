import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';

/**
 * Like `expect(actual, what).toEqual(expected)`, for plain data compared thousands of times: each `expect` adds a step
 * with its stack to the report, a hundred times the cost of most comparisons.
 */
export function expectSame(actual: unknown, expected: unknown, what?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).toEqual(expected);
}

/** Like `expect(holds).toBe(true)`, for the same. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it does not hold that ${what}`);
}
