import { defineConfig } from '@playwright/test';
import { loadsOneOf, sourcesOf } from './test/source-files.ts';

/** What starts Chromium, and what runs the command, which may start it. */
const starters = new Set(['src/capture/browser/chromium.ts', 'test/cli/forager.ts']);
/** What loads these and has all pages read over HTTP. */
const overHttp = 'test/library/library.spec.ts';

const specs = sourcesOf('test').filter((file) => file.endsWith('.spec.ts'));
const withBrowser = specs.filter((file) => file !== overHttp && loadsOneOf(file, starters));
/** One expression: to ask each of a hundred patterns of each file takes a second. */
const ofBrowser = new RegExp(`/(?:${withBrowser.join('|').replaceAll('.', '\\.')})$`);

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
    { name: 'quick', testIgnore: ofBrowser },
    { name: 'browser', testMatch: ofBrowser },
  ],
});
