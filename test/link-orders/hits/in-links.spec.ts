import { expect } from '@playwright/test';
import fc from 'fast-check';
import { hits } from '../../../src/link-orders/hits/hits.ts';
import { aWideWeb } from '../../frontier/random-web.ts';
import { checkOf, crawlAll, newSite, open, page, revisit, test } from '../../frontier/world.ts';
import { linkView } from '../link-view.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

const focused = (c: number) => hits.make({ c, common: 'whole' }, { seed: 1 });

/** Of the pages of A only the list links to those of B. */
const WEB = {
  [A]: ['/other', '/list'],
  [`${A}other`]: ['/o1', '/o2', '/o3', 'http://c.test/1', 'http://c.test/2'],
  [`${A}list`]: ['/l1', `${B}1#top`, `${B}2`, 'HTTP://B.test/3/'],
  [B]: ['/1', '/2', '/3'],
};

test('pages of earlier runs that link to the start set belong to the base set, and are expanded as hubs', async ({
  file,
}) => {
  const first = await open(file, { linkOrder: 'level', pageLimit: 3 });
  await first.frontier.addSites([newSite(A)], 0);
  expect(await crawlAll(first.frontier, WEB)).toEqual([A, `${A}other`, `${A}list`]);
  await first.store.close();
  const order = focused(2);
  const second = await open(file, { linkOrder: order, siteRule: 'best-first' }, 100);
  await second.frontier.addSites([newSite(B)], 100);
  const visited = await crawlAll(second.frontier, WEB, 101);
  await second.store.close();
  // The list of A and the start page of B link to the same pages: "other", with as many links, is not one of the two
  // hubs.
  const step = order.steps?.().find(({ visits }) => visits === 4);
  expect(step?.hubs.map((id) => visited[id - 8] ?? id)).toEqual([3, B]);
  expect([visited[0], ...visited.slice(1, 5).sort()]).toEqual([B, `${A}l1`, `${B}1`, `${B}2`, `${B}3`]);
});

test('a page found later has the earlier links to it from other sites', () => {
  const order = focused(1);
  const seen = (id: number, url: string, found: readonly [number, string][], external: readonly string[] = []) =>
    order.learn?.({
      visit: { site: 1, link: id, outcome: 'page', at: 0, title: '', reward: 0, newExternal: 0, newInternal: 0 },
      claimed: linkView({ id, url, level: 0 }),
      links: found.map(([target, address], place) => ({
        ...{ id: target, site: 1, url: address, anchor: '', context: '', tagPath: '', place, isNew: true },
      })),
      external,
    });
  seen(1, A, [[2, `${A}l1`]], [`${B}1`, `${B}2`, `${B}3`]);
  expect(order.steps?.().at(-1)).toMatchObject({ known: 2, hubs: [1], links: 1 });
  seen(10, B, [
    [11, `${B}1`],
    [12, `${B}2`],
  ]);
  // Two of B's pages are known: A links to those, and to one of its own, so that it is the better hub.
  expect(order.steps?.().at(-1)).toMatchObject({ known: 5, hubs: [1], links: 3 });
});

test('a page found by a revisit belongs to the links of the revisited page', async ({ file }) => {
  const web = {
    [A]: ['/hub', '/single'],
    [`${A}hub`]: ['/1', '/2'],
    [`${A}single`]: ['/9'],
    [`${A}9`]: [],
    [`${A}1`]: [],
    [`${A}2`]: [],
  };
  const first = await open(file, { linkOrder: 'hits', pageLimit: 3 });
  await first.frontier.addSites([newSite(A)], 0);
  await crawlAll(first.frontier, web);
  const check = checkOf(first.frontier, `${A}single`);
  await revisit(first.frontier, 3, page(check, ['/9', '/new']), 50);
  await first.store.close();
  const order = focused(10);
  const second = await open(file, { linkOrder: order }, 100);
  await crawlAll(second.frontier, { ...web, [`${A}new`]: ['/1', '/2', '/9'] }, 101);
  const found = second.store.connection.prepare(`select id from internal_links where url = '/new'`).pluck().get();
  await second.store.close();
  // No other page links there: without this link it would have no authority.
  expect(order.steps?.().flatMap(({ authorities }) => authorities)).toContain(found);
});

test('a crawl of sites that link to each other continues after a restart as if there had been none', async ({
  folder,
}) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWideWeb, fc.integer({ min: 1, max: 11 }), async (web, pageLimit) => {
      const sites = Object.keys(web)
        .slice(0, 4)
        .map((url) => newSite(url));
      const crawled = async (file: string, limits: readonly (number | undefined)[]) => {
        const order: string[] = [];
        for (const limit of limits) {
          const at = order.length;
          const { frontier, store } = await open(file, { linkOrder: focused(1), pageLimit: limit }, at);
          await frontier.addSites(sites, at);
          order.push(...(await crawlAll(frontier, web, at + 1)));
          await store.close();
        }
        return order;
      };
      const whole = await crawled(`${folder}/${++run}.sqlite`, [undefined]);
      expect(await crawled(`${folder}/${++run}.sqlite`, [pageLimit, undefined])).toEqual(whole);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
