import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { LinkId } from '../../src/domain/link.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import type { LinkOrder } from '../../src/link-orders/link-order.ts';
import { whyVisited } from '../../src/reports/why.ts';
import { whyText } from '../../src/reports/why-text.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { brokenInvariants } from './invariants.ts';
import { aWeb, sitesOf } from './random-web.ts';
import { checkOf, claimed, crawlAll, newSite, open, openNew, page, revisit, test } from './world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

/** An order that records its observations; `depthFirst`: shorter paths to pages are found after these were read. */
function noting({ depthFirst = false } = {}): LinkOrder & { readonly seen: Observation[] } {
  const seen: Observation[] = [];
  return {
    seen,
    rank: ({ level }) => ({ lane: 0, value: depthFirst ? level : -level }),
    learn(observation) {
      seen.push(asTold(observation));
      return [];
    },
  };
}

/** With all lazily queried values. */
function asTold({ visit, claimed, links, external }: Observation): Observation {
  const { id, site, url, level, anchor, context, rel, element, role, technique, tagPath, place, source } = claimed;
  return {
    visit,
    claimed: {
      ...{ id, site, url, level, anchor, context, rel, element, role, technique, tagPath, place },
      source: source && {
        ...{ id: source.id, url: source.url, title: source.title, level: source.level, reward: source.reward },
        ...{ newExternal: source.newExternal, external: source.external, internal: source.internal },
        relevance: source.relevance,
      },
    },
    links: links.map((link) => ({
      ...{ id: link.id, site: link.site, url: link.url, anchor: link.anchor, tagPath: link.tagPath },
      ...{ context: link.context, place: link.place, isNew: link.isNew },
    })),
    external: [...external],
  };
}

test('start pages of unopened sites are reranked after a visit, some at a time, if the order rescores', async ({
  folder,
}) => {
  const bests = async (rescoresHead: boolean) => {
    let visits = 0;
    const linkOrder: LinkOrder = {
      rescoresHead,
      rank: () => ({ lane: 0, value: visits }),
      learn() {
        visits++;
        return [];
      },
    };
    const { frontier, queued, close } = await openNew(`${folder}/${rescoresHead}.sqlite`, { linkOrder });
    await frontier.addSites(
      Array.from({ length: 9 }, (_, at) => newSite(`http://s${at}.test/`)),
      0,
    );
    const claim = await claimed(frontier, 1);
    await frontier.completeVisit(claim, page(claim, []), 1);
    const values = [...queued(2).values()].flatMap(({ best }) => best?.value ?? []);
    await close();
    return values.sort();
  };
  expect(await bests(true)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  expect(await bests(false)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test('an order learns from a page before it ranks its new links', async ({ file }) => {
  const told: string[] = [];
  const order: LinkOrder = {
    rank: ({ url, source, place }) => {
      told.push(`rank ${url} ${source?.url} ${source?.reward} ${source?.external} ${source?.internal} ${place}`);
      return { lane: 0, value: 0 };
    },
    learn: ({ visit, claimed, links }) => {
      told.push(`learn ${claimed.url} ${visit.reward} ${links.map(({ url, isNew }) => `${url} ${isNew}`)}`);
      return [];
    },
  };
  const { frontier, close } = await openNew(file, { linkOrder: order });
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, { [A]: ['http://x.org/', '/1', '/gone'], [`${A}1`]: ['/gone', '/2', '/1'] });
  await close();
  expect(told).toEqual([
    `rank ${A} undefined undefined undefined undefined undefined`,
    `learn ${A} 1 ${A}1 true,${A}gone true`,
    `rank ${A}1 ${A} 1 1 2 1`,
    `rank ${A}gone ${A} 1 1 2 2`,
    `learn ${A}1 0 ${A}gone false,${A}2 true`,
    `rank ${A}2 ${A}1 0 0 2 1`,
  ]);
});

test('stored visits fold to what an order observed during the crawl', async ({ folder }) => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(aWeb, fc.boolean(), async (web, depthFirst) => {
      const file = `${folder}/${++run}.sqlite`;
      const live = noting({ depthFirst });
      const first = await open(file, { linkOrder: live });
      await first.frontier.addSites(
        sitesOf(web).map((url) => newSite(url)),
        0,
      );
      await crawlAll(first.frontier, web);
      await first.store.close();
      const folded = noting();
      const second = await open(file, { linkOrder: folded }, 1000);
      await second.store.close();
      const plain = (all: readonly Observation[]) => JSON.parse(JSON.stringify(all.map(known)));
      expect(plain(folded.seen)).toEqual(plain(live.seen));
    }),
    { numRuns: 40 },
  );
});

test('links on redirects to a page read before belong to the link, live and folded', async ({ file }) => {
  const live = noting();
  const first = await open(file, { linkOrder: live });
  await first.frontier.addSites([newSite(A)], 0);
  const start = await claimed(first.frontier, 1);
  await first.frontier.completeVisit(start, page(start, ['/again', '/known']), 1);
  const again = await claimed(first.frontier, 2);
  const onWay = page(again, ['/known', '/of-way', 'http://x.org/']).links;
  const completed = await first.frontier.completeVisit(again, { ...page(again, ['/of-page'], A), onWay }, 2);
  expect(completed).toMatchObject({ outcome: 'duplicate', newInternal: 1, newExternal: 1 });
  await first.store.close();
  const folded = noting();
  const second = await open(file, { linkOrder: folded }, 1000);
  await second.store.close();
  expect(live.seen[1]?.links.map(({ url, isNew }) => `${url} ${isNew}`)).toEqual([
    `${A}known false`,
    `${A}of-way true`,
  ]);
  const plain = (all: readonly Observation[]) => JSON.parse(JSON.stringify(all.map(known)));
  expect(plain(folded.seen)).toEqual(plain(live.seen));
  expect(brokenInvariants(file)).toEqual({});
});

for (const isLate of [false, true])
  test(`a page whose level falls ${isLate ? 'once it was read' : 'while it is visited'} folds to what was reported of it and its links`, async ({
    file,
  }) => {
    const far = 'http://far.a.test/';
    const live = noting({ depthFirst: true });
    const first = await open(file, { linkOrder: live });
    await first.frontier.addSites([newSite(A, { scope: 'domain' })], 0);
    const read = async (claim: Claim, links: readonly string[]) =>
      await first.frontier.completeVisit(claim, page(claim, links), 5);
    for (const links of [['/1', '/near'], ['/2'], [far]]) await read(await claimed(first.frontier, 5), links);
    const [deep, near] = [await claimed(first.frontier, 5), await claimed(first.frontier, 5)];
    expect([deep, near]).toMatchObject([
      { url: far, level: 3 },
      { url: `${A}near`, level: 1 },
    ]);
    const readDeep = () => read(deep, ['/leaf']);
    if (isLate) await readDeep();
    await read(near, [far]);
    if (!isLate) await readDeep();
    const leaf = await claimed(first.frontier, 5);
    expect(leaf).toMatchObject({ url: `${far}leaf`, level: 3 });
    await read(leaf, []);
    await first.store.close();
    const folded = noting();
    const second = await open(file, { linkOrder: folded }, 1000);
    await second.store.close();
    const levels = ({ seen }: typeof folded) =>
      seen.map(({ claimed: { url, level, source } }) => [url, level, source?.level]);
    expect(levels(folded)).toEqual(levels(live));
    const level = isLate ? 3 : 2;
    expect(levels(folded)).toContainEqual([far, level, 2]);
    expect(levels(folded)).toContainEqual([`${far}leaf`, 3, level]);
  });

test('findings of revisits do not change what a stored crawl folds to', async ({ folder }) => {
  let run = 0;
  const lists = fc.array(fc.array(fc.nat(20), { maxLength: 5 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(aWeb, lists, async (web, days) => {
      const file = `${folder}/${++run}.sqlite`;
      const live = noting();
      const first = await open(file, { linkOrder: live });
      await first.frontier.addSites(
        sitesOf(web).map((url) => newSite(url)),
        0,
      );
      await crawlAll(first.frontier, web);
      const read = first.store.connection
        .prepare(`select v.page, v.site, l.url from visits v join internal_links l on l.id = v.page`)
        .all() as { page: number; site: number; url: string }[];
      // Each day some links of each page are gone, and the others are in reverse order.
      for (const [day, gone] of days.entries())
        for (const { page: link, site, url } of read) {
          const claim = checkOf(first.frontier, `http://s${site - 1}.test${url}`, site);
          const left = (web[claim.url] ?? []).filter((_, place) => !gone.includes(place));
          await revisit(first.frontier, link, page(claim, left.reverse()), 500 + day);
        }
      await first.store.close();
      const folded = noting();
      const second = await open(file, { linkOrder: folded }, 1000);
      await second.store.close();
      const seen = ({ visit, links }: Observation) => ({ visit, links });
      expect(folded.seen.map(seen)).toEqual(live.seen.map(seen));
    }),
    { numRuns: 15 },
  );
});

test('learning site rules continue after a restart as if there had been none', async ({ folder }) => {
  let run = 0;
  for (const { name } of siteRules.filter(({ make, params }) => make(params.parse({}), { seed: 1 }).learn))
    await fc.assert(
      fc.asyncProperty(aWeb, fc.integer({ min: 1, max: 6 }), async (web, pageLimit) => {
        const crawled = async (file: string, limits: readonly (number | undefined)[]) => {
          const order: string[] = [];
          for (const limit of limits) {
            const at = order.length;
            const { frontier, store } = await open(file, { siteRule: name, pageLimit: limit }, at);
            const sites = sitesOf(web).map((url) => newSite(url));
            await frontier.addSites(sites, at);
            order.push(...(await crawlAll(frontier, web, at + 1)));
            await store.close();
          }
          return order;
        };
        const whole = await crawled(`${folder}/${++run}.sqlite`, [undefined]);
        expect(await crawled(`${folder}/${++run}.sqlite`, [pageLimit, undefined])).toEqual(whole);
      }),
      { numRuns: 6 },
    );
});

test('a guess confirmed by a page is new as a link, live and folded', async ({ file }) => {
  const live = noting();
  const first = await open(file, { linkOrder: live });
  await first.frontier.addSites([newSite(A)], 0);
  const web = { [A]: [{ raw: '/x', role: 'guess' as const }, '/1'], [`${A}1`]: ['/x', '/'], [`${A}x`]: [] };
  expect(await crawlAll(first.frontier, web)).toEqual([A, `${A}1`, `${A}x`]);
  await first.store.close();
  const folded = noting();
  const second = await open(file, { linkOrder: folded }, 1000);
  await second.store.close();
  const links = (all: readonly Observation[]) => all.map((one) => one.links.map(({ url, isNew }) => `${url} ${isNew}`));
  expect(links(live.seen)).toEqual([[`${A}1 true`], [`${A}x true`, `${A} false`], []]);
  expect(links(folded.seen)).toEqual(links(live.seen));
});

/** The part that is the same at every query. */
const known = ({ visit, claimed, links, external }: Observation) => {
  const { site, link, outcome, reward, at, newExternal, newInternal } = visit;
  const { id, url, level, anchor, tagPath, element, role, place, source } = claimed;
  return {
    visit: { site, link, outcome, reward, at, newExternal, newInternal },
    claimed: { id, url, level, anchor, tagPath, element, role, place, source },
    links,
    external,
  };
};

test('after another link order, links wait where the present one ranks them, and none that it accepts is refused', async ({
  file,
}) => {
  const deep = ['/a', '/a/b', '/a/b/c', '/a/b/c/d'];
  const web = Object.fromEntries(
    ['/', ...deep].map((path, at) => [`${A}${path.slice(1)}`, [deep[at] ?? '/', '/no', `/z${at}`]]),
  );
  const chosen: LinkOrder = {
    rank: ({ url, level }) => (/no$/.test(url) ? { refused: 'no' } : { lane: 2, value: level }),
  };
  const first = await open(file, { linkOrder: chosen, pageLimit: 3 });
  await first.frontier.addSites([newSite(A)], 0);
  expect(await crawlAll(first.frontier, web)).toEqual([A, `${A}a`, `${A}a/b`]);
  await first.store.close();
  const { frontier, store } = await open(file, { linkOrder: 'level', isRankedAgain: true }, 100);
  expect(frontier.sites().map(({ waiting, best }) => [waiting, best?.value])).toEqual([[5, -1]]);
  const left = ['no', 'z0', 'z1', 'a/b/c', 'z2', 'a/b/c/d', 'z3', 'z4'];
  expect(await crawlAll(frontier, web, 101)).toEqual(left.map((path) => `${A}${path}`));
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a refused link waits for its order, and returns when the order names it', async ({ file }) => {
  const refused = new Set<string>([`${A}later`]);
  const ids = new Map<string, LinkId>();
  const order: LinkOrder = {
    rank({ id, url }) {
      ids.set(url, id);
      return refused.has(url) ? { refused: 'not yet' } : { lane: 0, value: 0 };
    },
    learn({ claimed }) {
      if (claimed.url !== B) return [];
      refused.clear();
      return [...ids].flatMap(([url, id]) => (url === `${A}later` ? [{ link: id }] : []));
    },
  };
  const { frontier, store } = await open(file, { linkOrder: order });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const claim = await claimed(frontier, 1);
  await frontier.completeVisit(claim, page(claim, ['/later']), 1);
  // As after no run: options of the test's runs are not reported.
  store.connection.exec('delete from runs');
  const [told] = whyVisited(store, new URL(`${A}later`));
  if (!told) throw new Error('nothing is known of the link');
  expect(told).toMatchObject({ status: 'refused', refused: 'not yet', waiting: null });
  expect(whyText(told)).toMatch(/skips it: not yet\.$/);
  expect(await crawlAll(frontier, { [B]: [], [`${A}later`]: [] }, 2)).toEqual([B, `${A}later`]);
  expect(whyVisited(store, new URL(`${A}later`))).toMatchObject([{ status: 'visited', refused: null }]);
  expect(frontier.sites().map(({ visits, waiting }) => [visits, waiting])).toEqual([
    [2, 0],
    [1, 0],
  ]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links that become stale move, on other sites too', async ({ file }) => {
  const worth = new Map<string, number>();
  const ids = new Map<string, LinkId>();
  const order: LinkOrder = {
    rank({ id, url }) {
      ids.set(url, id);
      return { lane: 0, value: worth.get(url) ?? 0 };
    },
    learn({ claimed }) {
      if (claimed.url !== B) return [];
      worth.set(`${A}3`, 5);
      return [...ids.values()].map((link) => ({ link }));
    },
  };
  const { frontier, store } = await open(file, { linkOrder: order, strategy: 'beebot-trivial', pageLimit: 4 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const web = { [A]: ['/1', '/2', '/3'], [B]: ['/'], [`${A}1`]: [], [`${A}2`]: [], [`${A}3`]: [] };
  expect(await crawlAll(frontier, web)).toEqual([A, `${A}1`, B, `${A}3`]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});
