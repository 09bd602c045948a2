import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { createRandom } from '../../src/domain/random.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { aWeb, longWeb, type RandomWeb, sitesOf } from '../frontier/random-web.ts';
import { claimOf, crawlAll, newRuns, newSite, open, openNew, page, test } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';
import { linkView } from '../link-orders/link-view.ts';
import { aVisit } from '../link-orders/topical/a-visit.ts';
import { view } from '../site-rules/play.ts';
import { openFresh } from '../storage/fresh-store.ts';
import { A_TOPIC } from '../topics/a-topic.ts';
import { webAddress } from '../url/web-address.ts';

const views = fc
  .record({
    // Those of `afterVisits`, and others.
    id: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 301, max: 1e6 })),
    url: webAddress,
    level: fc.nat(30),
    anchor: fc.string(),
    context: fc.string(),
    tagPath: fc.constantFrom('', 'html body a', 'html body div ul li a', 'html #shadow a'),
    place: fc.option(fc.nat(500), { nil: undefined }),
  })
  .map(linkView);

/** Links that they refuse wait until more is expected behind them. */
const REFUSING = ['incremental'];

const tools = { seed: 3, topic: compileTopic(A_TOPIC) };

for (const maker of linkOrders) {
  test.describe(`link order ${maker.name}`, () => {
    for (const visits of [0, 70])
      test(`after ${visits} visits ranks by its arguments only, and changes nothing`, () => {
        const [order, other] = [0, 1].map(() => afterVisits(maker.make(maker.params.parse({}), tools), visits));
        fc.assert(
          fc.property(fc.array(views, { minLength: 1, maxLength: 20 }), (links) => {
            const before = structuredClone(links);
            const ranks = links.map((link) => order?.rank(link, view(1)));
            expectSame(
              links.map((link) => order?.rank(link, view(1))),
              ranks,
            );
            // The other one releases these from their end.
            const backward = [...links].reverse().map((link) => other?.rank(link, view(1)));
            expectSame(backward.reverse(), ranks);
            expectSame(links, before);
          }),
          { numRuns: 20 },
        );
      });

    test('refuses an unknown parameter', () => {
      expectSame(maker.params.safeParse({ nonsense: 1 }).success, false);
    });

    test('visits every page once; stopped after each visit, in the same order', async ({ folder }) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(aWeb, async (web) => {
          const { whole, stopped } = await ordersOf(maker.name, web, `${folder}/${++run}`, 1);
          expectSame(new Set(stopped).size, stopped.length);
          expectSame([...stopped].sort(), Object.keys(web).sort());
          expectSame(stopped, whole);
        }),
        { numRuns: 3 },
      );
    });

    test('the same after the first trainings', async ({ folder }) => {
      const web = longWeb();
      const { whole, stopped } = await ordersOf(maker.name, web, `${folder}/long`, 40);
      expect(new Set(whole).size).toBe(whole.length);
      if (REFUSING.includes(maker.name)) expect(whole.length).toBeGreaterThan(60);
      else expect(whole.length).toBe(Object.keys(web).length);
      expect(stopped).toEqual(whole);
    });

    test('with several pages in flight nothing is lost or visited twice, and it learns exactly the stored visits', async ({
      file,
      folder,
    }) => {
      const web = onHosts(longWeb());
      const options = { linkOrder: maker.name };
      const { frontier, store } = await open(file, options);
      await frontier.addSites([newSite(START, { scope: 'domain' })], 0);
      const first = await crawlTogether(frontier, web, 60);
      const copy = `${folder}/copy.sqlite`;
      store.connection.exec(`vacuum into '${copy}'`);
      const again = await open(copy, options, 1000);
      const folded = await crawlAll(again.frontier, web, 1001);
      await again.store.close();
      const live = await crawlAll(frontier, web, 1001);
      await store.close();
      expect(live).toEqual(folded);
      const all = [...first, ...live];
      expect(new Set(all).size).toBe(all.length);
      if (REFUSING.includes(maker.name)) expect(all.length).toBeGreaterThan(60);
      else expect(all.length).toBe(Object.keys(web).length);
      expect(brokenInvariants(file)).toEqual({});
    });

    test('beyond its limit of waiting links it stores next to nothing', () => {
      test.skip(maker.name.startsWith('hits'), 'HITS is of all links that are known: the graph is its memory');
      const order = maker.make(maker.params.parse({}), { ...tools, remembered: 200 });
      test.skip(!order.learn, 'it learns nothing');
      const visit = (link: number) => {
        const links = Array.from(
          { length: LINKS },
          (_, at) => [link * LINKS + at, TEXTS[at % TEXTS.length] ?? ''] as const,
        );
        for (const _ of order.learn?.(aVisit(link, link % 3, links)) ?? []);
      };
      const grown: number[] = [];
      for (let link = 1, before = 0; link <= 3 * VISITS; link++) {
        visit(link);
        if (link % VISITS > 0) continue;
        const now = memory();
        grown.push((now - before) / (VISITS * LINKS));
        before = now;
      }
      // In use up to here.
      expect(order.rank(linkView({}), view(1))).toBeDefined();
      // Its number is in lists by turns and levels.
      expect(Math.min(...grown.slice(1))).toBeLessThan(40);
    });
  });
}

/** An order that has learned a web of pages with three links each, some of which are worth more. */
function afterVisits(order: LinkOrder, visits: number): LinkOrder {
  for (let link = 1; link <= visits; link++) {
    const links = [0, 1, 2].map((at) => [3 * link - 1 + at, TEXTS[(link + at) % TEXTS.length] ?? ''] as const);
    for (const _ of order.learn?.(aVisit(link, link % 3, links)) ?? []);
  }
  return order;
}

const START = 'http://h0.site.test/';

/** The same pages, spread over hosts of one domain. */
const onHosts = (web: RandomWeb): RandomWeb => {
  const moved = (url: string) =>
    url.replace(/^http:\/\/s0\.test\/(?:p(\d+))?/, (_, page = '0') => {
      const at = Number(page);
      return at === 0 ? START : `http://h${at % HOSTS}.site.test/p${at}`;
    });
  return Object.fromEntries(
    Object.entries(web).map(([url, on]) => [
      moved(url),
      on.map((link) => (typeof link === 'string' ? moved(link) : { ...link, raw: moved(link.raw) })),
    ]),
  );
};

/**
 * Keeps as many pages in flight as there are hosts, and ends them in an order other than that of their starts, some
 * without a visit. Returns the addresses of the given number of visits, after which none is in flight.
 */
async function crawlTogether(frontier: TableFrontier, web: RandomWeb, visits: number): Promise<string[]> {
  const random = createRandom('in flight');
  const inFlight: Claim[] = [];
  const read: string[] = [];
  for (let now = 1; ; now++) {
    const more = read.length + inFlight.length < visits ? await claimOf(frontier, now) : undefined;
    if (more) inFlight.push(more);
    if (more && random.chance(0.8)) continue;
    const [ended] = inFlight.splice(random.below(inFlight.length), 1);
    if (!ended) return read;
    if (random.chance(0.1)) {
      await frontier.release(ended, { notBefore: 0, failed: false, askedAt: undefined }, now);
      continue;
    }
    read.push(ended.url);
    await frontier.completeVisit(ended, page(ended, web[ended.url] ?? []), now);
  }
}

/** The order of visits of an uninterrupted crawl, and of one interrupted at the given intervals. */
async function ordersOf(linkOrder: string, web: RandomWeb, place: string, each: number) {
  const sites = sitesOf(web).map((url) => newSite(url));
  const { frontier, close } = await openNew(`${place}.sqlite`, { linkOrder });
  await frontier.addSites(sites, 0);
  const whole = await crawlAll(frontier, web);
  await close();
  const stopped: string[] = [];
  let store = await openFresh(`${place}-stopped.sqlite`);
  let run = newRuns(store);
  for (let stop = 0; ; stop++) {
    // Only now and then, as it takes longer than a visit: an order is unaffected by it.
    if (stop % 3 === 2) {
      await store.close();
      store = await openFresh(`${place}-stopped.sqlite`);
      run = newRuns(store);
    }
    const next = await run({ linkOrder, pageLimit: stopped.length + each }, 1000 * stop);
    if (stop === 0) await next.addSites(sites, 0);
    const more = await crawlAll(next, web, 1000 * stop + 1);
    if (more.length === 0) break;
    stopped.push(...more);
  }
  await store.close();
  return { whole, stopped };
}

const HOSTS = 5;
const VISITS = 20;
const LINKS = 600;
const TEXTS = ['page', 'more reading', 'weather sport', 'papers archive', 'football news'];

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
/** Bytes in use, except for large arrays, which are freed some time later. */
function memory(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
