import { cpSync } from 'node:fs';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { SiteLimits } from '../../../src/domain/site.ts';
import { STATUS, storedTables } from '../../../src/frontier/queries.ts';
import { openStoreToEdit, type Store } from '../../../src/storage/open.ts';
import { limitSites, listSites, type SiteLimitsChange } from '../../../src/storage/sites.ts';
import { keyHash } from '../../../src/url/normalise.ts';
import { expectSame } from '../../in-loops.ts';
import { brokenInvariants } from '../invariants.ts';
import { aWeb, sitesOf } from '../random-web.ts';
import {
  claimed,
  claimOf,
  crawlAll,
  everywhere,
  misjudged,
  newSite,
  open,
  openNew,
  page,
  queuedIn,
  test,
} from '../world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';
const web: Readonly<Record<string, readonly string[]>> = {
  [A]: ['/1', '/2', '/3', 'http://sub.a.test/'],
  [`${A}1`]: ['/4'],
  [`${A}2`]: ['/5'],
  [`${A}3`]: [],
  [`${A}4`]: ['/6'],
  [`${A}5`]: [],
  [`${A}6`]: [],
  'http://sub.a.test/': ['/x'],
  'http://sub.a.test/x': [],
  [B]: ['/1', '/2'],
  [`${B}1`]: [],
  [`${B}2`]: [],
};

/** Edits as another process does. */
async function limited(file: string, site: number, change: SiteLimitsChange, at: number): Promise<void> {
  const edit = await openStoreToEdit(file);
  expect(limitSites(edit, [site], change, at)).toBe(1);
  expect(limitSites(edit, [site], change, at)).toBe(0);
  await edit.close();
}

const siteStatus = (store: Store) =>
  listSites(store, { removed: false }).map(({ status, note, pages }) => [status, note, pages]);

test("a site's own page limit, set while it is crawled, replaces the crawl's; a larger one continues it", async ({
  file,
}) => {
  const { frontier, store } = await open(file, { sitePageLimit: 2 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  await limited(file, 1, { pageLimit: 3 }, 3);
  expect(await crawlAll(frontier, web, 1100)).toEqual([`${A}1`, `${A}2`, B, `${B}1`]);
  expect(siteStatus(store)).toEqual([
    ['finished', 'its own limit of pages', 3],
    ['finished', 'its own limit of pages', 2],
  ]);
  expect(frontier.state(1200)).toEqual({ kind: 'over', reason: 'done' });

  await limited(file, 1, { pageLimit: 4 }, 1201);
  expect(await crawlAll(frontier, web, 2300)).toEqual([`${A}3`]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});

  // Set in the next run, and reset in it: the crawl's own applies again.
  const again = await open(file, { sitePageLimit: 5 }, 3000);
  expect(await crawlAll(again.frontier, web, 3001)).toEqual([`${B}2`]);
  await limited(file, 1, { pageLimit: undefined }, 3002);
  expect(await crawlAll(again.frontier, web, 4100)).toEqual([`${A}4`]);
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test("a site at the crawl's page limit per site is finished; a larger limit, at once or in the next run, continues it", async ({
  file,
}) => {
  const { frontier, store } = await open(file, { sitePageLimit: 2 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  expect(await crawlAll(frontier, web)).toEqual([A, `${A}1`, B, `${B}1`]);
  const usedUp = ['finished', 'its own limit of pages', 2];
  expect(siteStatus(store)).toEqual([usedUp, usedUp]);

  await frontier.setLimits({ sitePageLimit: 3 }, 100);
  expect(siteStatus(store)).toEqual([
    ['crawling', '', 2],
    ['crawling', '', 2],
  ]);
  expect((await claimed(frontier, 101)).url).toBe(`${A}2`);
  await frontier.setLimits({ sitePageLimit: 2 }, 102);
  expect(siteStatus(store)).toEqual([['crawling', '', 2], usedUp]);
  await store.close();

  const again = await open(file, { sitePageLimit: 4 }, 200_000);
  expect(await crawlAll(again.frontier, web, 200_001)).toEqual([`${A}2`, `${A}3`, `${B}2`]);
  expect(siteStatus(again.store)).toEqual([
    ['finished', 'its own limit of pages', 4],
    ['finished', '', 3],
  ]);
  await again.store.close();
  const without = await open(file, {}, 300_000);
  expect(siteStatus(without.store)[0]).toEqual(['crawling', '', 4]);
  expect(await crawlAll(without.frontier, web, 300_001)).toEqual([`${A}4`, `${A}5`, `${A}6`]);
  expect(siteStatus(without.store)[0]).toEqual(['finished', '', 7]);
  await without.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a found site is finished at the page limit of found sites', async ({ file }) => {
  const { frontier, store } = await open(file, { follow: { ...everywhere, newSitePages: 1 } });
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, { [A]: [B], [B]: ['/1'] });
  expect(siteStatus(store)).toEqual([
    ['finished', '', 1],
    ['finished', 'its own limit of pages', 1],
  ]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test("links excluded by a site's own patterns and depth are skipped at once, and wait again when admitted", async ({
  file,
}) => {
  const { frontier, store } = await open(file, { depth: 1 });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  await limited(file, 1, { exclude: ['/1', '/3'], depth: 0 }, 3);
  expect(await claimOf(frontier, 1100)).toBeUndefined();
  expect(frontier.sites()[0]?.waiting).toBe(0);
  expect(siteStatus(store)).toEqual([['finished', '', 1]]);
  await limited(file, 1, { depth: 2 }, 1101);
  expect(await crawlAll(frontier, web, 2200)).toEqual([`${A}2`, `${A}5`]);
  await limited(file, 1, { exclude: [], include: ['/1'] }, 2300);
  expect(await crawlAll(frontier, web, 3300)).toEqual([`${A}1`]);
  await limited(file, 1, { include: [], depth: undefined }, 3400);
  expect(await crawlAll(frontier, web, 4400)).toEqual([`${A}3`]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a new scope applies to links found from then on; links outside are no longer visited', async ({ file }) => {
  const { frontier, store } = await open(file, { delay: () => 0 });
  await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  await limited(file, 1, { scope: 'host' }, 3);
  expect((await claimed(frontier, 1100)).url).toBe(`${A}1`);
  expect(frontier.sites()[0]?.waiting).toBe(2);
  await store.close();
  const again = await open(file, {}, 2000);
  expect((await crawlAll(again.frontier, web, 2001)).filter((url) => url.includes('sub.'))).toEqual([]);
  await limited(file, 1, { scope: 'domain' }, 2100);
  expect(await crawlAll(again.frontier, web, 3200)).toEqual(['http://sub.a.test/', 'http://sub.a.test/x']);
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a limit set between runs applies from the first page of the next', async ({ file }) => {
  const first = await open(file, { pageLimit: 1 });
  await first.frontier.addSites([newSite(A)], 0);
  await crawlAll(first.frontier, web);
  await first.store.close();
  await limited(file, 1, { exclude: ['/2', '/1'] }, 10);
  const second = await open(file, {}, 20);
  expect(second.frontier.sites()[0]?.waiting).toBe(1);
  expect(await crawlAll(second.frontier, web, 21)).toEqual([`${A}3`]);
  await second.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a depth changed while a crawl runs applies at once, in both directions', async ({ file }) => {
  const { frontier, store } = await open(file, { depth: 1 });
  await frontier.addSites([newSite(A)], 0);
  expect(await crawlAll(frontier, web)).toEqual([A, `${A}1`, `${A}2`, `${A}3`]);
  expect(siteStatus(store)).toEqual([['finished', '', 4]]);
  await frontier.setLimits({ depth: 2 }, 100);
  expect(siteStatus(store)).toEqual([['crawling', '', 4]]);
  expect((await claimed(frontier, 101)).url).toBe(`${A}4`);
  await frontier.setLimits({ depth: 1, pageLimit: 50 }, 102);
  expect(await crawlAll(frontier, web, 103)).toEqual([]);
  await frontier.setLimits({ pageLimit: 60 }, 104);
  expect(await crawlAll(frontier, web, 105)).toEqual([]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test(`a run's limits change while it continues, those not named stay`, async ({ file }) => {
  const limits = { depth: 1, follow: { ...everywhere, newSites: 1, newSitePages: 1 } };
  const { frontier, close } = await openNew(file, limits);
  await frontier.addSites([newSite(A)], 0);
  const linked = {
    [A]: ['/1', 'http://x.test/', 'http://y.test/'],
    [`${A}1`]: ['/2'],
    'http://x.test/': ['/1'],
    'http://y.test/': [],
  };
  expect(await crawlAll(frontier, linked)).toEqual([A, `${A}1`, 'http://x.test/']);
  await frontier.setLimits({ newSites: 2 }, 100);
  expect(await crawlAll(frontier, linked, 101)).toEqual(['http://y.test/']);
  await frontier.setLimits({ newSitePages: undefined }, 200);
  expect(await crawlAll(frontier, linked, 201)).toEqual([]);
  await frontier.setLimits({ depth: undefined }, 300);
  expect(await crawlAll(frontier, linked, 301)).toEqual([`${A}2`, 'http://x.test/1']);
  await close();
});

/** So many that they are not all replaced in one piece. */
const many = Array.from({ length: 2500 }, (_, at) => (at % 5 === 0 ? `/in/${at}` : `/out/${at}`));
const isOut = (url: string) => url.includes('/out/');

test('links of a large site are replaced in pieces: no excluded one is claimed meanwhile, also after a kill', async ({
  file,
}) => {
  const { frontier, store } = await open(file, { delay: () => 0 });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, many), 2);
  const waiting = () => frontier.sites()[0]?.waiting ?? 0;
  await limited(file, 1, { exclude: ['/out/**'] }, 3);
  const counts: number[] = [];
  for (let now = 1100; now < 1104; now++) {
    const claim = await claimed(frontier, now);
    expect(isOut(claim.url)).toBe(false);
    await frontier.completeVisit(claim, page(claim, []), now);
    counts.push(waiting());
  }
  expect(counts[0]).toBeGreaterThan(1500);
  expect(counts.slice(2)).toEqual([497, 496]);

  // No excluded link is claimed meanwhile, and the crawl does not end before.
  await limited(file, 1, { exclude: ['/in/**'] }, 1200);
  expect(isOut((await claimed(frontier, 2300)).url)).toBe(true);
  expect(waiting()).toBeLessThan(1400);
  await store.close();
  const again = await open(file, { delay: () => 0 }, 3000);
  expect(again.frontier.sites()[0]?.waiting).toBeGreaterThan(1800);
  for (let now = 3001; now < 3011; now++) {
    const claim = await claimed(again.frontier, now);
    expect(isOut(claim.url)).toBe(true);
    await again.frontier.completeVisit(claim, page(claim, []), now);
  }
  expect(again.frontier.sites()[0]?.waiting).toBe(2000 - 10);
  await again.store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links outside a narrowed scope are not claimed before they are replaced', async ({ file }) => {
  const { frontier, store } = await open(file, { delay: () => 0 });
  await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(frontier, 1);
  const outside = Array.from({ length: 1500 }, (_, at) => `http://sub.a.test/${at}`);
  await frontier.completeVisit(start, page(start, [...outside, '/in']), 2);
  await limited(file, 1, { scope: 'host' }, 3);
  expect((await claimed(frontier, 1100)).url).toBe(`${A}in`);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a crawl is not over while readmitted links all wait behind others', async ({ file }) => {
  const { frontier, store } = await open(file, { delay: () => 0, admits: ({ url }) => !/[/](in|out)[/]/.test(url) });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, many), 2);
  expect(frontier.state(3)).toEqual({ kind: 'over', reason: 'done' });
  const last = new Set(
    many
      .map((path) => keyHash(`http://a.test${path}`))
      .sort((a, b) => a - b)
      .slice(2000),
  );
  await frontier.setLimits({ admits: ({ url }) => last.has(keyHash(url)) }, 4);
  expect(siteStatus(store)).toEqual([['finished', '', 1]]);
  expect(frontier.state(5)).toEqual({ kind: 'wait', until: 5 });
  expect(await frontier.claim(6)).toEqual({ kind: 'wait', until: 6 });
  expect((await claimed(frontier, 7)).url).toContain(A);
  expect(frontier.sites()[0]?.waiting).toBe(499);
  await frontier.setLimits({ admits: undefined }, 8);
  for (let now = 9; now < 12; now++) await claimOf(frontier, now);
  expect(frontier.sites()[0]?.waiting).toBe(2499);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

/** Pages of a random web's site permitted by its limits: the oracle of the property. */
const mayVisit = ({ depth, exclude }: Pick<SiteLimits, 'depth' | 'exclude'>, url: string, level: number) =>
  level === 0 || (level <= (depth ?? 99) && !exclude.includes(new URL(url).pathname));

const aChange = fc.record({
  after: fc.nat(12),
  site: fc.nat(2),
  pageLimit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  depth: fc.option(fc.nat(3), { nil: undefined }),
  exclude: fc.subarray(['/p1', '/p2', '/p3', '/p4']),
});

test("after any changes: no page beyond its site's limits is claimed, and none within is left", async ({ folder }) => {
  // Creating a database takes longer than copying one.
  const blank = `${folder}/blank.sqlite`;
  await (await openStoreToEdit(blank)).close();
  let name = 0;
  await fc.assert(
    fc.asyncProperty(aWeb, fc.array(aChange, { maxLength: 4 }), async (random, changes) => {
      const file = `${folder}/${++name}.sqlite`;
      cpSync(blank, file);
      const { frontier, store } = await open(file, { strategy: 'beebot-universities' });
      const sites = sitesOf(random);
      await frontier.addSites(
        sites.map((url) => newSite(url)),
        0,
      );
      const tables = storedTables(store);
      const edit = await openStoreToEdit(file);
      const limits = new Map<number, Pick<SiteLimits, 'pageLimit' | 'depth' | 'exclude'>>();
      const of = (site: number) => limits.get(site) ?? { pageLimit: undefined, depth: undefined, exclude: [] };
      const visits = new Map<number, number>();
      let now = 1;
      for (let step = 0; ; step++) {
        for (const { site, after, ...change } of changes) {
          const id = 1 + (site % sites.length);
          if (after !== step) continue;
          limitSites(edit, [id], change, now);
          limits.set(id, change);
          now += 2000;
        }
        const claim = await claimOf(frontier, now++);
        if (!claim) {
          if (changes.every(({ after }) => after <= step)) break;
          continue;
        }
        const { site, url, level } = claim;
        const own = of(site);
        expectSame(mayVisit(own, url, level), true, `${url} at level ${level} by ${JSON.stringify(own)}`);
        expect(visits.get(site) ?? 0).toBeLessThan(own.pageLimit ?? 99);
        visits.set(site, (visits.get(site) ?? 0) + 1);
        await frontier.completeVisit(claim, page(claim, random[url] ?? []), now++);
        expectSame(misjudged(frontier, queuedIn(tables, now)), []);
      }
      // Remaining links wait on exhausted sites, and skipped ones are excluded by the present limits.
      for (const { id, waiting } of frontier.sites())
        if (waiting > 0) expect(visits.get(id) ?? 0).toBeGreaterThanOrEqual(of(id).pageLimit ?? 99);
      for (const [index, start] of sites.entries())
        for (const { url, level, status } of tables.sql.resumed.ofSite.all({
          site: index + 1,
          after: -1,
          limit: 1000,
        }))
          if (status === STATUS.excluded || status === STATUS['beyond-depth'])
            expectSame(mayVisit(of(index + 1), new URL(url, start).href, level), false, url);
      await edit.close();
      await store.close();
      expectSame(brokenInvariants(file), {});
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
