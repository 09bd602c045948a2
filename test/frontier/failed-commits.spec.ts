import { mkdtempSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type FrontierTables, storedTables } from '../../src/frontier/queries.ts';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { openInMemory } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { expectSame } from '../in-loops.ts';
import { aWeb, aWideWeb, learnableOn, type RandomWeb, sitesOf, wideStart } from './random-web.ts';
import { trialCrawl } from './trial-crawl.ts';
import { claimOf, newSite, onTables, page, test } from './world.ts';

/** Crawls a web twice, once with each commit failing at first: both crawls are the same. */
async function sameThoughFailing(folder: string, web: RandomWeb, given: Parameters<typeof trialCrawl>[2] = {}) {
  const file = (name: string) => `${mkdtempSync(`${folder}/`)}/${name}.sqlite`;
  const crawl = await trialCrawl(file('plain'), web, given);
  expectSame(await trialCrawl(file('failing'), web, { ...given, isFailing: true, isCompared: true }), crawl);
  return crawl;
}

test('after failed commits, memory, tables and the crawl are as without them', async ({ folder }) => {
  await fc.assert(
    fc.asyncProperty(aWeb, async (web) => void (await sameThoughFailing(folder, web, { isDisturbed: true }))),
    { numRuns: 12 },
  );
});

test('a site whose opening failed to commit is found again', async ({ folder }) => {
  await fc.assert(
    fc.asyncProperty(aWideWeb, async (web) => {
      const { stored } = await sameThoughFailing(folder, web, { starts: [wideStart] });
      expect(stored.seeds?.length).toBe(4);
    }),
    { numRuns: 4 },
  );
});

test('a trap that failed to commit is not proved', async ({ folder }) => {
  const day = (n: number) => `http://s0.test/calendar/${2000 + Math.floor(n / 12)}/${1 + (n % 12)}`;
  const days = Array.from({ length: 80 }, (_, n) => [day(n), [day(n + 1), day(n + 2)]] as const);
  const web = { 'http://s0.test/': [day(0)], ...Object.fromEntries(days) };
  const { stored } = await sameThoughFailing(folder, web);
  expect(stored.traps).toMatchObject([{ pattern: '/calendar/(date)' }]);
});

/** Sites of pages without external links. */
const sitesOfPages = (sites: number, pages: number): RandomWeb =>
  Object.fromEntries(
    Array.from({ length: sites }, (_, site) => {
      const at = (place: number) => `http://s${site}.test/${place === 0 ? '' : place}`;
      const all = Array.from({ length: pages }, (__, place) => at(place));
      return [[at(0), all.slice(1)] as const, ...all.slice(1).map((url) => [url, []] as const)];
    }).flat(),
  );

const outages: Readonly<Record<string, Parameters<typeof trialCrawl>[2]>> = {
  'some pages, for ever': { fails: (url) => (/[36]$/.test(url) ? 'trouble' : undefined) },
  'a host that can not be reached': {
    fails: (url, now) => (url.includes('s1.') && now > 20_000 && now < 60_000 ? 'unreachable' : undefined),
  },
  'a host that has errors only': {
    fails: (url, now) => (url.includes('s1.') && now > 20_000 && now < 90_000 ? 'trouble' : undefined),
  },
  'a host that is gone for good': {
    fails: (url, now) => (url.includes('s1.') && now > 20_000 ? 'unreachable' : undefined),
  },
  'all hosts': { fails: (_, now) => (now > 40_000 && now < 200_000 ? 'trouble' : undefined) },
};

for (const [what, given] of Object.entries(outages))
  test(`a failure that failed to commit is judged as if it were stored: ${what}`, async ({ folder }) => {
    await sameThoughFailing(folder, sitesOfPages(5, 8), { siteRule: 'time-quantum', linkOrder: 'level', ...given });
  });

const learnable = learnableOn(1);

for (const { name } of linkOrders)
  test(`link order ${name} forgets a page that failed to commit`, async ({ folder }) => {
    await sameThoughFailing(folder, learnable, { linkOrder: name, pageLimit: 28 });
  });

test('pages in flight noted by a link order are undone if that failed to commit', async ({ folder }) => {
  const given = {
    linkOrder: 'link-group',
    starts: sitesOf(learnable),
    scope: 'domain',
    workers: 4,
    pageLimit: 28,
  } as const;
  await sameThoughFailing(folder, learnableOn(3), given);
});

for (const { name } of siteRules)
  test(`site rule ${name} forgets a page that failed to commit`, async ({ folder }) => {
    const given = { siteRule: name, linkOrder: 'level', reward: 'new-external-links', pageLimit: 40 };
    await sameThoughFailing(folder, learnable, given);
  });

test('operations are serialised: however slow the store, the budget is kept and nothing ends meanwhile', async () => {
  const store = await openInMemory();
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  const late: FrontierTables['transaction'] = async (work) => {
    await setImmediate();
    return tables.transaction(work);
  };
  const limits = { pageLimit: 3, linkOrder: 'level' };
  const frontier = await onTables({ ...tables, transaction: late }, limits, { id, startedAt: 0 });
  const added = frontier.addSites(
    ['a', 'b', 'c', 'd', 'e'].map((name) => newSite(`http://${name}.test/`)),
    0,
  );
  expect(frontier.state(1)).toEqual({ kind: 'wait', until: 1 });
  const asked = Promise.all([1, 2, 3, 4, 5].map((now) => claimOf(frontier, now)));
  expect(await added).toBe(5);
  const claims = (await asked).filter((claim) => claim !== undefined);
  expect(new Set(claims.map(({ site }) => site)).size).toBe(3);
  expect(claims.length).toBe(3);
  await Promise.all(claims.map((claim) => frontier.completeVisit(claim, page(claim, ['/a', '/b']), 10)));
  expect(frontier.state(11)).toEqual({ kind: 'over', reason: 'page-limit' });
  expect(frontier.sites().reduce((sum, { visits }) => sum + visits, 0)).toBe(3);
});

test('memory that cannot be reloaded after a failed commit is reloaded by the next operation', async () => {
  const store = await openInMemory();
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  const { seeds } = tables.sql;
  let faults = 0;
  const fails = () => {
    if (faults-- > 0) throw new Error('the disk does not answer');
  };
  const read: typeof seeds.get.get = (arg) => {
    fails();
    return seeds.get.get(arg);
  };
  const failing: FrontierTables = {
    ...tables,
    sql: { ...tables.sql, seeds: { ...seeds, get: { ...seeds.get, get: read } } },
    transaction: (work) =>
      tables.transaction(() => {
        const done = work();
        fails();
        return done;
      }),
  };
  const frontier = await onTables(failing, { linkOrder: 'level' }, { id, startedAt: 0 });
  await frontier.addSites([newSite('http://a.test/')], 0);
  const claim = await claimOf(frontier, 1);
  if (!claim) throw new Error('the start page waits');
  faults = 2;
  for (const now of [2, 3])
    await expect(frontier.completeVisit(claim, page(claim, ['/b']), now)).rejects.toThrow('the disk does not answer');
  expect(frontier.state(4)).toEqual({ kind: 'wait', until: 4 });
  expect(await frontier.completeVisit(claim, page(claim, ['/b']), 5)).toMatchObject({ newInternal: 1 });
  expect(frontier.sites().map(({ visits, waiting }) => ({ visits, waiting }))).toEqual([{ visits: 1, waiting: 1 }]);
  expect(frontier.state(6)).toEqual({ kind: 'ready' });
});
