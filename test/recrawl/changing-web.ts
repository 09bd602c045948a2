import Database from 'better-sqlite3';
import { type CrawlOptions, plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import { byDay, type Clock, fateOf } from '../../src/demo/page-changes.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import type { NewSite } from '../../src/domain/site.ts';
import type { RecrawlRunOptions } from '../../src/options/recrawl.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import type { RecrawlOptions } from '../../src/recrawl/recrawl-request.ts';
import type { RecrawlSummary } from '../../src/recrawl/recrawl-summary.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { test as base } from '../frontier/world.ts';

export const SEED = 1;

interface ChangingWeb {
  readonly server: DemoServer;
  readonly clock: Clock;
  sites(...names: string[]): NewSite[];
}

/** A test's own small demo web, whose days the test counts. */
export const test = base.extend<{ changingWeb: ChangingWeb }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  changingWeb: async ({}, use) => {
    const clock = { day: 0 };
    const portals = demoPortals(SEED, 0.05).map((portal) => byDay(portal, SEED, clock));
    const server = await serveDemo({ portals });
    const sites = (...names: string[]) =>
      portals.filter(({ host }) => names.some((name) => host.startsWith(`${name}.`))).map(siteOf);
    await use({ server, clock, sites });
    await server.close();
  },
});

export const plainRecrawl: RecrawlRunOptions = {
  rule: undefined,
  param: {},
  pageLimit: undefined,
  timeLimit: undefined,
  newShare: 0.2,
  budgetBy: 'pages',
  over: 'all',
};

/** Crawls all pages of the sites, without a browser by default. */
export const crawlFirst = (
  file: string,
  web: ChangingWeb,
  names: readonly string[],
  given: Partial<CrawlOptions> = {},
) => runCrawl(file, web.sites(...names), web.server, { workers: 3, render: 'http', ...given });

export const runRecrawl = (
  db: string,
  web: ChangingWeb,
  asked: Partial<RecrawlRunOptions>,
  events: CrawlEvents = {},
  given: Partial<RecrawlOptions> = {},
): Promise<RecrawlSummary> => {
  const { workers: _, ...plain } = plainCrawl;
  return recrawl(
    {
      ...plain,
      ...{ db, workers: 3, render: 'http', capture: 'passive,-time,-scroll', hostRules: web.server.hostRules },
      ...given,
      recrawl: { ...plainRecrawl, ...asked },
    },
    events,
    Date.now,
  );
};

/** Rows of a query, on a connection of its own. */
export function ask(file: string, query: string, ...values: readonly (string | number)[]): Record<string, unknown>[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<unknown[], Record<string, unknown>>(query).all(...values);
  } finally {
    db.close();
  }
}

/** The revisits of a recrawl run: host and path of each page, and the result. */
export const revisitsOf = (file: string, step: number) =>
  ask(
    file,
    `select c.page, s.host, l.url as path, c.change, c.way, c.started_at as at from page_revisits c
      join internal_links l on l.id = c.page join seeds s on s.id = l.site where c.step = ? order by c.started_at, c.priority desc`,
    step,
  ).map(({ page, host, path, change, way }) => ({
    page: Number(page),
    path: String(path),
    change: String(change),
    way: String(way),
    fate: fateOf(SEED, String(host), String(path)),
    host: String(host),
  }));
