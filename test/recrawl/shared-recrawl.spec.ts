import { setTimeout } from 'node:timers/promises';
import { expect, mergeTests } from '@playwright/test';
import { z } from 'zod';
import { connect } from '../../src/cluster/connection.ts';
import { pull } from '../../src/cluster/copy.ts';
import { Session } from '../../src/cluster/session.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { htmlAnswer } from '../../src/demo/tree-portal.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { workOnRecrawl } from '../../src/recrawl/work-on-run.ts';
import { test as withPostgres } from '../cluster/postgres.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { ask, plainRecrawl, test as withChangingWeb } from './changing-web.ts';

const test = mergeTests(withChangingWeb, withPostgres);

const [SITES, PAGES] = [6, 14];

/** Sites on domains of their own; each day every third page changes, and each site has a new page. */
const portalOf = (clock: { day: number }, site: number): Portal => ({
  ...{ name: `site ${site}`, shortName: `s${site}`, host: `www.s${site}.test`, kind: 'university' },
  ...{ pages: PAGES, externals: 0, start: `http://www.s${site}.test/` },
  async answer({ path }) {
    await setTimeout(clock.day === 0 ? 5 : 150);
    const page = Number(path.slice(1));
    if (Number.isNaN(page) || page >= PAGES + clock.day) return undefined;
    const links = Array.from({ length: PAGES + clock.day }, (_, at) => `<a href="/${at}">page ${at} of ${site}</a>`);
    const words = page % 3 === 0 ? `The menu of ${'day '.repeat(clock.day + 1)}` : `Paragraph ${'text '.repeat(page)}`;
    return htmlAnswer(`<!doctype html><title>${page}</title><p>${words}</p>${links.join(' ')}`);
  },
});

interface Web {
  readonly server: DemoServer;
  readonly clock: { day: number };
  /** Runs a recrawl, or works on one that is under way. */
  options(db: string): Parameters<typeof workOnRecrawl>[0];
}

async function withWeb(use: (web: Web) => Promise<void>, db: readonly string[]): Promise<void> {
  const clock = { day: 0 };
  const portals = Array.from({ length: SITES }, (_, site) => portalOf(clock, site));
  const server = await serveDemo({ portals });
  try {
    const { workers: _, ...plain } = plainCrawl;
    const reach = { ...plain, workers: 3, render: 'http', capture: 'passive', hostRules: server.hostRules } as const;
    for (const each of db) await runCrawl(each, portals.map(siteOf), server, { workers: 3, render: 'http' });
    await use({ server, clock, options: (one) => ({ ...reach, db: one }) });
  } finally {
    await server.close();
  }
}

const left = z.object({
  recrawl_run: z.number().nullable(),
  revisits: z.number(),
  alive: z.number(),
  limit: z.number().nullable(),
});
const LEFT = `
select recrawl_run, page_limit as limit, (select sum(revisits)::int from sites) as revisits,
  (select count(*)::int from workers where is_alive) as alive from crawl`;

async function leftOf(record: string) {
  const connection = await connect(record, {});
  const rows = await connection.rows(left, LEFT);
  await connection.close();
  return rows;
}

const found = (file: string) =>
  ask(
    file,
    "select s.host || l.url || ' ' || change as found from page_revisits c join internal_links l on l.id = c.page join seeds s on s.id = l.site where step = 1 order by 1",
  ).map(({ found: one }) => one);
const ENDED = 'select ended_at is not null as ended, left_pool is not null as has_learned, pages from recrawl_runs';
/** Over the runs of both. */
const PAGES_READ = `select sum(json_extract(numbers, '$[0]')) as pages from recrawl_sums where step = 1 and scope = 'time'`;

test('two workers share a recrawl run: each page once, an exact budget, and learned state is kept', async ({
  folder,
  record,
}) => {
  const alone = `${folder}/alone.sqlite`;
  await withWeb(
    async ({ clock, options }) => {
      clock.day = 1;
      // A fifth for new pages: one of each site.
      const asked = { ...plainRecrawl, pageLimit: SITES * PAGES + SITES, newShare: 0.2, rule: 'scent' };
      const wanted = await recrawl({ ...options(alone), recrawl: asked }, {}, Date.now);
      let joined: ReturnType<typeof workOnRecrawl> | undefined;
      const events: CrawlEvents = {
        started: () => {
          joined ??= workOnRecrawl(options(record), {}, Date.now);
        },
      };
      const summary = await recrawl({ ...options(record), recrawl: asked }, events, Date.now);
      const { revisits, changed, unchanged, newPages, newLinks, stopped } = wanted;
      expect(summary).toMatchObject({ revisits, changed, unchanged, newPages, newLinks, stopped });
      expect((await joined)?.pages).toBeGreaterThan(PAGES);
      expect(await leftOf(record)).toEqual([{ recrawl_run: null, revisits: 0, alive: 0, limit: null }]);

      const copy = `${folder}/copy.sqlite`;
      await pull(record, copy);
      // Equal pages have another order.
      const known = new Set(found(alone));
      expect(found(copy).filter((check) => !known.has(check)).length).toBeLessThan(SITES);
      expect(ask(copy, 'select distinct run from page_revisits where step = 1').length).toBeGreaterThan(1);
      const ends = (file: string) => [ask(file, ENDED), ask(file, PAGES_READ)];
      expect(ends(copy)).toEqual(ends(alone));
      expect(brokenInvariants(copy)).toEqual({});
    },
    [alone, record],
  );
});

test('a recrawl run that loses its workers continues, and blocks others until it is over', async ({
  folder,
  record,
}) => {
  await withWeb(
    async ({ clock, options }) => {
      clock.day = 1;
      const asked = { ...plainRecrawl, pageLimit: SITES * PAGES, newShare: 0, rule: 'uniform' };
      let visited = 0;
      let stop = () => {};
      let refused: Promise<unknown> | undefined;
      const events: CrawlEvents = {
        started: (running) => {
          stop = () => running.stop();
          const begins = { pageLimit: 7, sites: [] };
          refused = Session.open({ db: record, slots: 1, begins, warn: () => undefined, now: Date.now }).catch(String);
        },
        completed: () => {
          if (++visited === 20) stop();
        },
      };
      const cut = await recrawl({ ...options(record), recrawl: asked }, events, Date.now);
      expect(cut).toMatchObject({ recrawlRun: 1, stopped: 'interrupted' });
      expect(await refused).toContain(
        'recrawl run 1 is in progress; join it with forager work, or wait until it has ended',
      );
      expect(cut.revisits).toBeLessThan(asked.pageLimit);
      // A worker that joins ends once the budget is spent, though pages are left.
      let joined: ReturnType<typeof workOnRecrawl> | undefined;
      const joins: CrawlEvents = {
        started: () => {
          joined ??= workOnRecrawl(options(record), {}, Date.now);
        },
      };
      const whole = await recrawl({ ...options(record), recrawl: asked }, joins, Date.now);
      expect((await joined)?.pages).toBeGreaterThan(0);
      expect(whole).toMatchObject({ recrawlRun: 1, revisits: asked.pageLimit, stopped: 'page-limit' });
      const copy = `${folder}/copy.sqlite`;
      await pull(record, copy);
      expect(found(copy).length).toBe(asked.pageLimit);
      expect(brokenInvariants(copy)).toEqual({});
      expect(await leftOf(record)).toEqual([{ recrawl_run: null, revisits: 0, alive: 0, limit: null }]);
    },
    [record],
  );
});

test('pages of a worker that leaves a recrawl run are visited by the others, before any new page', async ({
  record,
}) => {
  await withWeb(
    async ({ clock, options }) => {
      clock.day = 1;
      const asked = { ...plainRecrawl, pageLimit: SITES * PAGES, newShare: 0, rule: 'uniform' };
      let left: ReturnType<typeof workOnRecrawl> | undefined;
      const events: CrawlEvents = {
        started() {
          let stop = () => {};
          const leaves: CrawlEvents = {
            started: (running) => {
              stop = () => running.stop();
            },
            completed: () => stop(),
          };
          left ??= workOnRecrawl(options(record), leaves, Date.now);
        },
      };
      const whole = await recrawl({ ...options(record), recrawl: asked }, events, Date.now);
      expect((await left)?.pages).toBeGreaterThan(0);
      expect(whole).toMatchObject({ revisits: asked.pageLimit, newPages: 0, stopped: 'page-limit' });
    },
    [record],
  );
});

test('a worker that joins a recrawl run waits while another needs exclusive access', async ({ record }) => {
  await withWeb(
    async ({ options }) => {
      const opening = { db: record, slots: 1, warn: () => undefined, now: Date.now };
      const alone = await Session.open({ ...opening, alone: 'the end of a recrawl run' });
      const joined = workOnRecrawl(options(record), {}, Date.now);
      await setTimeout(1500);
      await alone.leave();
      expect(await joined).toEqual({ pages: 0, stopped: 'done' });
    },
    [record],
  );
});
