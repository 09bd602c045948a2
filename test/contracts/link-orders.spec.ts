import { expect } from '@playwright/test';
import fc from 'fast-check';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { aWeb, sitesOf } from '../frontier/random-web.ts';
import { crawlAll, newSite, open, openNew, test } from '../frontier/world.ts';
import { linkView } from '../link-orders/link-view.ts';
import { view } from '../site-rules/play.ts';
import { A_TOPIC } from '../topics/a-topic.ts';

const views = fc
  .record({
    id: fc.integer({ min: 1, max: 1e6 }),
    url: fc.webUrl(),
    level: fc.nat(30),
    anchor: fc.string(),
    context: fc.string(),
    tagPath: fc.constantFrom('', 'html body a', 'html body div ul li a', 'html #shadow a'),
    place: fc.option(fc.nat(500), { nil: undefined }),
  })
  .map(linkView);

const tools = { seed: 3, topic: compileTopic(A_TOPIC) };

for (const maker of linkOrders) {
  test.describe(`link order ${maker.name}`, () => {
    test('ranks by its arguments only, and changes nothing', () => {
      const order = maker.make(maker.params.parse({}), tools);
      fc.assert(
        fc.property(fc.array(views, { minLength: 1, maxLength: 20 }), (links) => {
          const before = structuredClone(links);
          const ranks = links.map((link) => order.rank(link, view(1)));
          expect(links.map((link) => order.rank(link, view(1)))).toEqual(ranks);
          // Another one has seen nothing before, and these from their end.
          const other = maker.make(maker.params.parse({}), tools);
          const backward = [...links].reverse().map((link) => other.rank(link, view(1)));
          expect(backward.reverse()).toEqual(ranks);
          expect(links).toEqual(before);
        }),
        { numRuns: 20 },
      );
    });

    test('refuses a parameter that it does not have', () => {
      expect(maker.params.safeParse({ nonsense: 1 }).success).toBe(false);
    });

    test('every page comes once; in memory, stored, and stopped after each visit, the order is the same', async ({
      folder,
    }) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(aWeb, async (web) => {
          const sites = sitesOf(web).map((url) => newSite(url));
          const orders: string[][] = [];
          for (const kind of ['in memory', 'stored'] as const) {
            const { frontier, close } = await openNew(kind, `${folder}/${++run}.sqlite`, { linkOrder: maker.name });
            await frontier.addSites(sites, 0);
            orders.push(await crawlAll(frontier, web));
            await close();
          }
          const stopped: string[] = [];
          const file = `${folder}/${++run}.sqlite`;
          for (let at = 0; ; at += 1000) {
            const { frontier, store } = await open(file, { linkOrder: maker.name, pageLimit: stopped.length + 1 }, at);
            if (at === 0) await frontier.addSites(sites, 0);
            const more = await crawlAll(frontier, web, at + 1);
            await store.close();
            if (more.length === 0) break;
            stopped.push(...more);
          }
          expect(new Set(stopped).size).toBe(stopped.length);
          expect([...stopped].sort()).toEqual(Object.keys(web).sort());
          expect(orders[1]).toEqual(orders[0]);
          expect(stopped).toEqual(orders[0]);
        }),
        { numRuns: 5 },
      );
    });
  });
}
