import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { FrontierTables, Reads } from '../../src/frontier/queries.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { openStore } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { one } from '../../src/storage/statement.ts';
import { brokenInvariants } from './invariants.ts';
import { aWeb, aWideWeb, type RandomWeb, sitesOf, wideStart } from './random-web.ts';
import {
  claimOf,
  everywhere,
  grouped,
  misjudged,
  newSite,
  type OpenOptions,
  onTables,
  page,
  queuedIn,
  test,
} from './world.ts';

/** The disk is full, for once. */
class NotStored extends Error {}

/** Tables of which one transaction at a time is rolled back when its work is done. */
function failing(tables: FrontierTables) {
  let untilFailure = Number.POSITIVE_INFINITY;
  return {
    ...tables,
    transaction<T>(reads: () => Reads, work: () => T): Promise<T> {
      if (untilFailure-- !== 0) return tables.transaction(reads, work);
      return tables.transaction(reads, () => {
        work();
        throw new NotStored();
      });
    },
    /** Asks until nothing fails: each transaction that this takes is rolled back once, the first one first. */
    async insist<T>(ask: () => Promise<T>): Promise<T> {
      for (let fine = 0; ; fine++) {
        untilFailure = fine;
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof NotStored)) throw error;
        } finally {
          untilFailure = Number.POSITIVE_INFINITY;
        }
      }
    },
  };
}

/** Hosts of which the webs have no page. */
const isOutside = (host: string) => host.endsWith('.example');

interface Crawling extends OpenOptions {
  readonly starts?: readonly string[];
  readonly isFailing: boolean;
}

/** Crawls a web; the order of its visits and the totals of its sites. */
async function crawled(file: string, web: RandomWeb, { starts = sitesOf(web), isFailing, ...given }: Crawling) {
  const store = await openStore(file);
  const { id } = one(runQueries(store).start, { startedAt: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  // Links lead from site to site in some webs only.
  const options = {
    linkOrder: grouped,
    siteRule: 'best-first',
    follow: { ...everywhere, avoids: isOutside },
    ...given,
  };
  const used = failing(tables);
  const frontier = await onTables(used, options, { id, startedAt: 0 });
  const insist = isFailing ? used.insist : <T>(ask: () => Promise<T>) => ask();
  const sites = starts.map((url) => newSite(url));
  await insist(() => frontier.addSites(sites, 0));
  const order: string[] = [];
  // As much time as a look for edits takes lies between two pages.
  for (let now = 2000; ; now += 2000) {
    const claim = await insist(() => claimOf(frontier, now));
    if (!claim) break;
    expect(misjudged(frontier, queuedIn(tables, now))).toEqual([]);
    order.push(claim.url);
    await insist(() => frontier.settle(claim, page(claim, web[claim.url] ?? []), now + 1));
  }
  const table = (name: 'traps' | 'queue_groups', columns: string) =>
    store.connection.prepare(`select ${columns} from ${name} order by ${columns}`).all();
  const totals = await store.kysely
    .selectFrom('seeds')
    .select(['id', 'status', 'pages', 'internal', 'external', 'reward_sum'])
    .orderBy('id')
    .execute();
  const decisions = await store.kysely
    .selectFrom('visits')
    .select(['link', 'reward', 'tier', 'lane', 'rank', 'site_score', 'next_site', 'next_score'])
    .orderBy('id')
    .execute();
  const traps = table('traps', 'pattern, links, example');
  const groups = table('queue_groups', 'site, tier, lane, name, value, waiting');
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
  return { order, totals, decisions, traps, groups };
}

test('whatever can not be stored at first, memory and tables agree, and the crawl is the same', async ({ folder }) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWeb, async (web) => {
      const whole = await crawled(`${folder}/${++run}.sqlite`, web, { isFailing: false });
      expect(await crawled(`${folder}/${++run}.sqlite`, web, { isFailing: true })).toEqual(whole);
    }),
    { numRuns: 12 },
  );
});

test('a site that could not be opened at first is found again', async ({ folder }) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWideWeb, async (web) => {
      const whole = await crawled(`${folder}/${++run}.sqlite`, web, { isFailing: false, starts: [wideStart] });
      expect(whole.totals.length).toBe(4);
      expect(await crawled(`${folder}/${++run}.sqlite`, web, { isFailing: true, starts: [wideStart] })).toEqual(whole);
    }),
    { numRuns: 4 },
  );
});

test('a trap that could not be stored at first has not been proved', async ({ folder }) => {
  const day = (n: number) => `http://s0.test/calendar/${2000 + Math.floor(n / 12)}/${1 + (n % 12)}`;
  const days = Array.from({ length: 60 }, (_, n) => [day(n), [day(n + 1)]] as const);
  const web = { 'http://s0.test/': [day(0)], ...Object.fromEntries(days) };
  const whole = await crawled(`${folder}/whole.sqlite`, web, { isFailing: false });
  expect(whole.traps).toMatchObject([{ pattern: '/calendar/(date)' }]);
  expect(await crawled(`${folder}/failing.sqlite`, web, { isFailing: true })).toEqual(whole);
});

/** Pages whose links are alike on each of many, and lead to externals where their address says so: there is something to learn. */
const sections = ['news', 'people', 'links', 'projects'];
const learnable: RandomWeb = Object.fromEntries(
  [0, 1].flatMap((site) => {
    const at = (section: number, page: number) => `http://s${site}.test/${sections[section]}/${page}`;
    const link = (section: number, page: number) => ({
      raw: at(section, page),
      anchor: `${sections[section]} ${page}`,
      tagPath: `html body ul.${sections[section]} li a`,
    });
    const pages = sections.flatMap((_, section) =>
      Array.from({ length: 6 }, (__, page) => {
        const external = Array.from(
          { length: (section * page) % 5 },
          (___, n) => `http://x${n}.example/${section}${page}`,
        );
        return [at(section, page), [link(section, page + 1), link((section + 1) % 4, page), ...external]] as const;
      }),
    );
    return [[`http://s${site}.test/`, sections.map((_, section) => link(section, 0))] as const, ...pages];
  }),
);

for (const { name } of linkOrders)
  test(`what the link order ${name} took in of a page that could not be stored is taken back`, async ({ folder }) => {
    const given = { linkOrder: name, pageLimit: 28 };
    const whole = await crawled(`${folder}/whole.sqlite`, learnable, { ...given, isFailing: false });
    expect(await crawled(`${folder}/failing.sqlite`, learnable, { ...given, isFailing: true })).toEqual(whole);
  });

for (const { name } of siteRules)
  test(`what the site rule ${name} took in of a page that could not be stored is taken back`, async ({ folder }) => {
    const given = { siteRule: name, linkOrder: 'level', reward: 'new-external-links', pageLimit: 40 };
    const whole = await crawled(`${folder}/whole.sqlite`, learnable, { ...given, isFailing: false });
    expect(await crawled(`${folder}/failing.sqlite`, learnable, { ...given, isFailing: true })).toEqual(whole);
  });
