import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';

/**
 * As `expect(actual, what).toEqual(expected)`, of plain data, for what is compared thousands of times: each `expect` notes a
 * step with its stack for the report, which costs a hundred times as much as most that is compared.
 */
export function expectSame(actual: unknown, expected: unknown, what?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).toEqual(expected);
}

/** As `expect(holds).toBe(true)`, for the same. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it does not hold that ${what}`);
}
