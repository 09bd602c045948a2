import { defineConfig } from '@playwright/test';
import { loadsOneOf, sourcesOf } from './test/source-files.ts';

/** Modules that start Chromium, or the command, which may start it. */
const starters = new Set(['src/capture/browser/chromium.ts', 'test/cli/forager.ts']);
/** Loads one of these, but reads all pages over HTTP. */
const overHttp = 'test/library/library.spec.ts';

/** Takes longest of all. */
const OF_DOCUMENTS = 'test/docs-commands.spec.ts';

const specs = sourcesOf('test').filter((file) => file.endsWith('.spec.ts'));
const withBrowser = specs.filter((file) => ![overHttp, OF_DOCUMENTS].includes(file) && loadsOneOf(file, starters));
/** Returns one expression for all files: asking each of a hundred patterns of each file takes a second. */
const matching = (files: readonly string[]) => new RegExp(`/(?:${files.join('|').replaceAll('.', '\\.')})$`);

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
    // First, so that the other tests run beside it.
    { name: 'documents', testMatch: matching([OF_DOCUMENTS]) },
    { name: 'quick', testIgnore: matching([OF_DOCUMENTS, ...withBrowser]) },
    { name: 'browser', testMatch: matching(withBrowser) },
  ],
});
