import { mkdtempSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { memoryTables } from '../../src/frontier/in-memory/tables.ts';
import type { FrontierTables } from '../../src/frontier/queries.ts';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { expectSame } from '../in-loops.ts';
import { aWeb, aWideWeb, type RandomWeb, sitesOf, wideStart } from './random-web.ts';
import { trialCrawl } from './trial-crawl.ts';
import { claimOf, newSite, onTables, page, test } from './world.ts';

/** How a store may behave, and a crawl is the same as on one that never fails and answers at once. */
const oneByOne = [{ isFailing: true }, { isAhead: true }];
const together = [{ isFailing: true, isAhead: true }];
/** Link orders that take 40 ms to begin again, which they do hundreds of times where both come together. */
const slowToBegin = ['learned', 'topic'];

/** Crawls a web on stores that behave so. */
async function sameOnAll(
  folder: string,
  web: RandomWeb,
  given: Parameters<typeof trialCrawl>[2] = {},
  behaviours = [...oneByOne, ...together],
) {
  const file = (name: string) => `${mkdtempSync(`${folder}/`)}/${name}.sqlite`;
  const { crawl } = await trialCrawl(file('plain'), web, given);
  for (const behaviour of behaviours) {
    const other = await trialCrawl(file('other'), web, { ...given, ...behaviour, isCompared: true });
    expectSame(other.crawl, crawl, JSON.stringify(behaviour));
  }
  return crawl;
}

test('whatever can not be stored or was not foreseen at first, memory, tables and the crawl are the same', async ({
  folder,
}) => {
  await fc.assert(
    fc.asyncProperty(aWeb, async (web) => void (await sameOnAll(folder, web, { isDisturbed: true }))),
    { numRuns: 12 },
  );
});

test('a site that could not be opened at first is found again', async ({ folder }) => {
  await fc.assert(
    fc.asyncProperty(aWideWeb, async (web) => {
      const { stored } = await sameOnAll(folder, web, { starts: [wideStart] });
      expect(stored.seeds?.length).toBe(4);
    }),
    { numRuns: 4 },
  );
});

test('a trap that could not be stored at first has not been proved', async ({ folder }) => {
  const day = (n: number) => `http://s0.test/calendar/${2000 + Math.floor(n / 12)}/${1 + (n % 12)}`;
  const days = Array.from({ length: 80 }, (_, n) => [day(n), [day(n + 1), day(n + 2)]] as const);
  const web = { 'http://s0.test/': [day(0)], ...Object.fromEntries(days) };
  const { stored } = await sameOnAll(folder, web);
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
  test(`a failure that could not be stored at first is judged as if it were: ${what}`, async ({ folder }) => {
    await sameOnAll(folder, sitesOfPages(5, 8), { siteRule: 'time-quantum', linkOrder: 'level', ...given });
  });

const sections = ['news', 'people', 'links', 'projects'];
/**
 * Pages whose links are alike on each of many, and lead to externals where their address says so: there is something to learn.
 *
 * @param hosts of each site
 */
const learnableOn = (hosts: number): RandomWeb =>
  Object.fromEntries(
    [0, 1].flatMap((site) => {
      const host = (page: number) => (page % hosts === 0 ? `s${site}.test` : `h${page % hosts}.s${site}.test`);
      const at = (section: number, page: number) => `http://${host(page)}/${sections[section]}/${page}`;
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
const learnable = learnableOn(1);

for (const { name } of linkOrders)
  test(`what the link order ${name} took in of a page that could not be stored is taken back`, async ({ folder }) => {
    const given = { linkOrder: name, pageLimit: 28 };
    await sameOnAll(folder, learnable, given, slowToBegin.includes(name) ? oneByOne : together);
  });

test('what the link order was told that is in flight is taken back where that could not be stored', async ({
  folder,
}) => {
  const given = {
    linkOrder: 'link-group',
    starts: sitesOf(learnable),
    scope: 'domain',
    workers: 4,
    pageLimit: 28,
  } as const;
  await sameOnAll(folder, learnableOn(3), given, together);
});

for (const { name } of siteRules)
  test(`what the site rule ${name} took in of a page that could not be stored is taken back`, async ({ folder }) => {
    const given = { siteRule: name, linkOrder: 'level', reward: 'new-external-links', pageLimit: 40 };
    await sameOnAll(folder, learnable, given, together);
  });

/** Pages with links of all kinds, some of which stand on others, too. */
const manifold: RandomWeb = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => {
    const at = (place: number) => `http://s${place % 2}.test/${place < 2 ? '' : `list?page=${place}&by=${place % 3}`}`;
    const own = [n + 2, n + 4, n % 2, 2 * n].map((place) => ({ raw: at(place), anchor: `page ${place} of ${n % 5}` }));
    const resources = [
      { raw: `/picture${n % 7}.png`, role: 'embedded' },
      { raw: `/answer${n % 7}`, role: 'request', method: 'POST' },
      { raw: `/perhaps/${n % 9}`, role: 'guess' },
      { raw: `/perhaps${n % 9}.json`, role: 'guess' },
      { raw: `http://x${n % 4}.example/perhaps`, role: 'guess' },
    ] as const;
    const files = [
      `/paper${n % 6}.pdf`,
      `http://x${n % 4}.example/${n % 8}`,
      at(n + 1),
      'http://',
      `mailto:a@x${n}.example`,
    ];
    return [at(n), [...own, ...resources, ...files]] as const;
  }),
);

test('what a claim and an ordinary page read is foreseen', async ({ folder }) => {
  for (const [n, web] of [learnable, manifold].entries()) {
    const given = { linkOrder: 'level', reward: 'new-external-sites', isAhead: true };
    const { crawl, missed } = await trialCrawl(`${folder}/${n}.sqlite`, web, given);
    expect(crawl.order.length).toBeGreaterThan(40);
    // The address of a guess tells what is read of it: whether pages write to it.
    const claims = missed.claims.filter((query) => !query.startsWith('resources.find '));
    expect({ ...missed, claims }).toEqual({ claims: [], visits: [] });
  }
});

for (const linkOrder of ['learned', 'topic'])
  test(`the link order ${linkOrder}: the rows of links that went stale are fetched at once, and not one by one`, async ({
    folder,
  }) => {
    const { missed } = await trialCrawl(`${folder}/a.sqlite`, learnable, { linkOrder, pageLimit: 26, isAhead: true });
    // Which other sites have such links, and so what their queues begin with, tell the rows.
    expect(missed.visits.filter((query) => !/^queue\.(?:head|findGroup|group) /.test(query))).toEqual([]);
  });

test('operations take turns: however late a store answers, the budget is kept, and nothing is over meanwhile', async () => {
  const tables = memoryTables();
  const late: FrontierTables['transaction'] = async (reads, work) => {
    await setImmediate();
    return tables.transaction(reads, work);
  };
  const limits = { pageLimit: 3, linkOrder: 'level' };
  const frontier = await onTables({ ...tables, transaction: late, look: late }, limits, { id: 1, startedAt: 0 });
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
  await Promise.all(claims.map((claim) => frontier.settle(claim, page(claim, ['/a', '/b']), 10)));
  expect(frontier.state(11)).toEqual({ kind: 'over', reason: 'page-limit' });
  expect(frontier.sites().reduce((sum, { visits }) => sum + visits, 0)).toBe(3);
});
