import { defineConfig } from '@playwright/test';

/** What starts no browser, neither by itself nor by the command: whole folders, but for what stands below. */
const quick =
  /test\/(analysis|contracts|domain|export|frontier|lab|library|link-orders|revisit-rules|rewards|site-rules|storage|strategies|url)\/.*\.spec\.ts$|test\/(architecture|dependencies)\.spec\.ts$|test\/capture\/(addresses|documents|encoding|files)\/.*\.spec\.ts$/;
/** What stands there and starts one, as a run with `FORAGER_CHROMIUM=/bin/false` showed. */
const withBrowser =
  /test\/(capture\/(documents\/large|encoding\/encodings|files\/answers)|contracts\/capture|lab\/replay|lab\/report\/report-page|url\/parse-in-browser)\.spec\.ts$/;
const specs = /\.spec\.ts$/;

export default defineConfig({
  testDir: 'test',
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  reporter: [['list']],
  projects: [
    { name: 'quick', testMatch: quick, testIgnore: withBrowser },
    { name: 'browser', testMatch: [new RegExp(`^(?!.*(${quick.source})).*${specs.source}`), withBrowser] },
  ],
});
