import { defineConfig } from '@playwright/test';

/** Folders of what starts no browser, neither by itself nor by the command; exceptions stand below. */
const folders =
  /test\/(analysis|contracts|domain|export|frontier|lab|library|link-orders|revisit-rules|rewards|site-rules|storage|strategies|url)\/.*\.spec\.ts$|test\/(architecture|dependencies)\.spec\.ts$|test\/capture\/(addresses|documents|encoding|files)\/.*\.spec\.ts$/;
/** What stands there and needs Chromium. */
const withBrowser =
  /test\/(capture\/(documents\/large|encoding\/encodings|files\/answers)|contracts\/capture|lab\/replay|lab\/report\/report-page|url\/parse-in-browser)\.spec\.ts$/;
/**
 * What stands there and took over 10 s with one worker, on 2026-11-22, on two cores that other tests ran on, too. All that
 * `quick` and `slow` list passed in that run with `FORAGER_CHROMIUM=/bin/false`.
 */
const slow =
  /test\/(capture\/files\/read-file|contracts\/(frontier|link-orders|revisit-rules)|frontier\/(failed-commits|stored|traps)|lab\/synthetic\/synthetic-world|library\/library|revisit-rules\/scent|url\/normalise)\.spec\.ts$/;
const specs = /\.spec\.ts$/;

export default defineConfig({
  testDir: 'test',
  // Tests wait for pages, pauses and processes half of their time: four keep two cores busy; CI's may have other work.
  workers: process.env.CI ? 3 : 4,
  fullyParallel: false,
  timeout: 120_000,
  // On a busy machine a page of the dashboard may take its time.
  expect: { timeout: 15_000 },
  // Chromium itself fails once in some thousand tests; what passes then is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list']],
  projects: [
    { name: 'quick', testMatch: folders, testIgnore: [withBrowser, slow] },
    { name: 'slow', testMatch: slow },
    { name: 'browser', testMatch: [new RegExp(`^(?!.*(${folders.source})).*${specs.source}`), withBrowser] },
  ],
});
