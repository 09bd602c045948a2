import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { FrontierTables } from '../../src/frontier/queries.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { openStore } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { brokenInvariants } from './invariants.ts';
import { aWeb, aWideWeb, type RandomWeb, sitesOf, wideStart } from './random-web.ts';
import { claimOf, everywhere, grouped, misjudged, newSite, onTables, page, queuedIn, test } from './world.ts';

/** The disk is full, for once. */
class NotStored extends Error {}

/** Tables of which, once it begins, some transactions are rolled back when its work is done. */
function failing(tables: FrontierTables): FrontierTables & { begin(): void } {
  let hasBegun = false;
  let done = 0;
  return {
    ...tables,
    begin: () => {
      hasBegun = true;
    },
    transaction(work) {
      const isToFail = hasBegun && (done++ * 7) % 11 < 4;
      if (!isToFail) return tables.transaction(work);
      return tables.transaction(() => {
        work();
        throw new NotStored();
      });
    },
  };
}

/** What is asked again until it is stored. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
    }
  }
}

/** Hosts of which the webs have no page. */
const isOutside = (host: string) => host.endsWith('.example');

/** Crawls a web; the order of its visits and the totals of its sites. */
async function crawled(file: string, web: RandomWeb, isFailing: boolean, starts = sitesOf(web)) {
  const store = await openStore(file);
  const { id } = runQueries(store).start.run({ startedAt: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  // Links lead from site to site in some webs only.
  const options = { linkOrder: grouped, siteRule: 'best-first', follow: { ...everywhere, avoids: isOutside } };
  const used = failing(tables);
  const frontier = onTables(used, options, { id, startedAt: 0 });
  if (isFailing) used.begin();
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
  const totals = await store.kysely
    .selectFrom('seeds')
    .select(['id', 'status', 'pages', 'internal', 'external', 'reward_sum'])
    .orderBy('id')
    .execute();
  const traps = await store.kysely.selectFrom('traps').select(['pattern', 'links', 'example']).execute();
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
  return { order, totals, traps };
}

test('whatever can not be stored at first, memory and tables agree, and the crawl is the same', async ({ folder }) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWeb, async (web) => {
      const whole = await crawled(`${folder}/${++run}.sqlite`, web, false);
      expect(await crawled(`${folder}/${++run}.sqlite`, web, true)).toEqual(whole);
    }),
    { numRuns: 12 },
  );
});

test('a site that could not be opened at first is found again', async ({ folder }) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWideWeb, async (web) => {
      const whole = await crawled(`${folder}/${++run}.sqlite`, web, false, [wideStart]);
      expect(whole.totals.length).toBe(4);
      expect(await crawled(`${folder}/${++run}.sqlite`, web, true, [wideStart])).toEqual(whole);
    }),
    { numRuns: 4 },
  );
});

test('a trap that could not be stored at first has not been proved', async ({ folder }) => {
  const day = (n: number) => `http://s0.test/calendar/${2000 + Math.floor(n / 12)}/${1 + (n % 12)}`;
  const days = Array.from({ length: 60 }, (_, n) => [day(n), [day(n + 1)]] as const);
  const web = { 'http://s0.test/': [day(0)], ...Object.fromEntries(days) };
  const whole = await crawled(`${folder}/whole.sqlite`, web, false);
  expect(whole.traps).toMatchObject([{ pattern: '/calendar/(date)' }]);
  expect(await crawled(`${folder}/failing.sqlite`, web, true)).toEqual(whole);
});
