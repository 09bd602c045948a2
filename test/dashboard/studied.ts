import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byDay } from '../../src/demo/page-changes.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { topicNamed } from '../../src/topics/topic-file.ts';
import { siteOf } from '../crawl/demo-web.ts';
import { crawlFirst, runRecrawl, SEED } from '../recrawl/changing-web.ts';
import { test as withDashboard } from './dashboard.ts';

/** A dashboard of a crawl with a topic, and of a recrawl run that found changes. */
export const test = withDashboard.extend<{ open: (place: string) => Promise<void> }, { studied: string }>({
  /** Opens a page of the dashboard: `changes`, `why?url=…`. */
  open: ({ page }, use) => use(async (place) => void (await page.goto(`${page.url().split('#')[0]}#/${place}`))),
  studied: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-studied-'));
      const db = join(folder, 'studied.sqlite');
      const clock = { day: 0 };
      const portals = demoPortals(SEED, 0.05).map((portal) => byDay(portal, SEED, clock));
      const server = await serveDemo({ portals });
      const sites = (...names: string[]) =>
        portals.filter(({ host }) => names.some((name) => host.startsWith(`${name}.`))).map(siteOf);
      const web = { server, clock, sites };
      await crawlFirst(db, web, ['chem', 'hist'], {
        pageLimit: 60,
        choice: { strategy: 'beebot-universities', params: {}, topic: topicNamed('courses') },
      });
      clock.day = 30;
      await runRecrawl(db, web, { pageLimit: 50, newShare: 0.1 });
      await server.close();
      await use(db);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  db: async ({ studied, folder }, use) => {
    const db = join(folder, 'crawl.sqlite');
    cpSync(studied, db);
    await use(db);
  },
});
