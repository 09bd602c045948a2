/**
 * Playwright's `test` without its own browser fixtures, which set up and tear down contexts and traces for each test,
 * at 10 ms of CPU. Tests that need `page`, `context` or `browser` use Playwright's.
 */
export { _baseTest as test } from '@playwright/test';
