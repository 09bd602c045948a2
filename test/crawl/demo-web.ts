import Database from 'better-sqlite3';
import { crawl } from '../../src/crawl/crawl.ts';
import { type CrawlOptions, plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import type { NewSite } from '../../src/domain/site.ts';
import type { Summary } from '../../src/reports/summary.ts';
import { test as base } from '../frontier/world.ts';

interface DemoWeb {
  readonly server: DemoServer;
  /** A portal by the first part of its host name. */
  portal(name: string): Portal;
  sites(...names: string[]): NewSite[];
}

/** This share of the demo web's pages exists: enough of each kind. */
const SCALE = 0.2;

/** Tests with the demo web: a server per worker. */
export const test = base.extend<object, { web: DemoWeb }>({
  web: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const portals = demoPortals(1, SCALE);
      const server = await serveDemo({ portals });
      const portal = (name: string) => {
        const found = portals.find(({ host }) => host.startsWith(`${name}.`));
        if (!found) throw new Error(`no portal ${name}`);
        return found;
      };
      const sites = (...names: string[]) => names.map(portal).map(siteOf);
      await use({ server, portal, sites });
      await server.close();
    },
    { scope: 'worker' },
  ],
});

export const siteOf = ({ name, host, start, kind }: Portal): NewSite => ({
  name,
  shortName: host,
  url: start,
  kind,
  scope: 'host',
});

/** Crawls without limits, sequentially, with two workers, pages read passively, by default. */
export const runCrawl = (
  db: string,
  sites: readonly NewSite[],
  server: Pick<DemoServer, 'hostRules'>,
  given: Partial<CrawlOptions> = {},
  events: CrawlEvents = {},
  now: () => number = Date.now,
): Promise<Summary> =>
  crawl(
    {
      ...plainCrawl,
      // The links of timers, scrolling and actions are tested with capture.
      capture: 'passive,-time,-scroll',
      db,
      sites,
      choice: { strategy: 'beebot-sequential', params: {} },
      hostRules: server.hostRules,
      ...given,
    },
    events,
    now,
  );

/** Rows of a query on a crawl's database, each as an array. */
export const rows = (file: string, query: string): unknown[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(query).raw().all();
  } finally {
    db.close();
  }
};
