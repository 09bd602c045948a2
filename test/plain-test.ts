/**
 * Playwright's `test` without the browser that its own brings along: that one sets up and takes down, for each test, what
 * contexts and traces need, at 10 ms of CPU. Who wants `page`, `context` or `browser` takes Playwright's.
 */
export { _baseTest as test } from '@playwright/test';
