import { expect } from '@playwright/test';
import { createRandom } from '../../../src/domain/random.ts';
import { replay } from '../../../src/lab/replay.ts';
import { parseSpec } from '../../../src/lab/synthetic/spec.ts';
import { syntheticWorld } from '../../../src/lab/synthetic/synthetic-world.ts';
import { learned } from '../../../src/link-orders/learned/learned.ts';
import type { LinkOrder } from '../../../src/link-orders/link-order.ts';
import { topic } from '../../../src/link-orders/topical/topic.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { crawlAll, newSite, type OnPage, open, test } from '../../frontier/world.ts';
import { view } from '../../site-rules/play.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';

const world = syntheticWorld(
  parseSpec(
    {
      sites: [
        {
          url: 'http://s{n}.test/',
          count: 4,
          kind: 'university',
          pages: 400,
          links: 500,
          templates: { count: 4, rich: 0.8 },
        },
      ],
    },
    'four',
  ),
  '1',
);
const found = async (strategy: string, workers = 1) => {
  const choice = { strategy, params: {} };
  return (await replay(world, choice, { pageLimit: 500, workers, seed: 1 })).curve.at(-1) ?? 0;
};

test("it finds more than the paper's rules, and hardly less with 16 pages in flight", async () => {
  const alone = await found('forager');
  expect(alone).toBeGreaterThan(1.2 * (await found('beebot-trivial')));
  expect(alone).toBeGreaterThan(1.2 * (await found('beebot-universities')));
  expect(await found('forager', 16)).toBeGreaterThan(0.9 * alone);
});

test('a start page is worth the mean of start pages; with a topic, they come first', () => {
  const order = learned.make({}, { seed: 1 });
  const start = (at: number) => linkView({ id: at, site: at, level: 0, url: `http://s${at}.test/` });
  const worth = () => {
    const rank = order.rank(start(99), view(1));
    return 'value' in rank ? rank.value : Number.NaN;
  };
  const before = worth();
  const visit = { outcome: 'page', at: 0, title: '', newExternal: 0, newInternal: 0 } as const;
  const brings = (at: number, reward: number) =>
    order.learn?.({ visit: { ...visit, site: at, link: at, reward }, claimed: start(at), links: [], external: [] });
  for (let at = 1; at <= 8; at++) brings(at, 0);
  const dry = worth();
  expect(dry).toBeLessThan(before);
  for (let at = 9; at <= 16; at++) brings(at, 50);
  expect(worth()).toBeGreaterThan(dry + 1);
  const topical = topic.make({}, { seed: 1, topic: compileTopic(A_TOPIC) });
  expect(topical.rank(start(99), view(1))).toEqual({ lane: 2, value: 0 });
});

test('a good page lifts the links next to its own, and in turns the first of breadth first is chosen', () => {
  const order = learned.make({}, { seed: 1 });
  const start = linkView({ id: 1, level: 0, url: 'http://a.test/' });
  const links = Array.from({ length: 12 }, (_, at) => ({
    ...{ id: at + 2, site: 1, url: `http://a.test/${at % 2 ? 'news' : 'people'}/${at}`, anchor: `${at}` },
    ...{ tagPath: at % 2 ? 'html nav a' : 'html ul li a', place: at, context: '', isNew: true },
  }));
  const visit = { site: 1, outcome: 'page', at: 0, title: '', newExternal: 0, newInternal: 0 } as const;
  order.learn?.({ visit: { ...visit, link: 1, reward: 0 }, claimed: start, links, external: [] });
  const seen = (at: number) => linkView({ ...links[at], level: 1 });
  const ranks = new Map<number, number>();
  let chosen = 0;
  for (const at of [0, 1, 2, 3]) {
    const one = { ...visit, link: at + 2, reward: at % 2 ? 0 : 30, newExternal: at % 2 ? 0 : 30 };
    for (const stale of order.learn?.({ visit: one, claimed: seen(at), links: [], external: [] }) ?? []) {
      if (!('link' in stale) || !stale.rank) continue;
      if (stale.rank.lane === 1) chosen++;
      ranks.set(stale.link, stale.rank.value);
    }
  }
  expect(chosen).toBeGreaterThan(0);
  const value = (at: number) => ranks.get(at + 2) ?? 0;
  expect(value(6)).toBeGreaterThan(value(7) + 0.5);
});

/** Links that breadth first chooses of sixty, found on a start page, while they are visited from the last one on. */
function chosenBy(order: LinkOrder): number[] {
  const links = Array.from({ length: 60 }, (_, at) => ({
    ...{ id: at + 2, site: 1, url: `http://a.test/${at}`, anchor: `${at}`, tagPath: 'html ul li a', place: at },
    ...{ context: '', isNew: true },
  }));
  const visit = { site: 1, outcome: 'page', at: 0, title: '', reward: 0, newExternal: 0, newInternal: 0 } as const;
  const visits = (id: number, level: number, found: typeof links) => {
    const stale = order.learn?.({
      visit: { ...visit, link: id },
      claimed: linkView({ id, level, url: `http://a.test/${id}` }),
      links: found,
      external: [],
    });
    return [...(stale ?? [])].flatMap((one) => ('link' in one && one.rank?.lane === 1 ? [one.link] : []));
  };
  const chosen = [...visits(1, 0, links)];
  for (let id = 61; id > 31; id--) chosen.push(...visits(id, 1, []));
  return chosen;
}

test('unreachable links take no turns of breadth first', () => {
  const order = learned.make({}, { seed: 1 });
  const chosen = chosenBy(order);
  expect(chosen.length).toBeGreaterThan(8);
  expect(chosen).toEqual(chosen.map((_, at) => at + 2));
  expect(order.rank(linkView({ id: chosen[0] ?? 0, level: 1, url: 'http://a.test/0' }), view(1))).toEqual({
    lane: 1,
    value: 0,
  });
});

test('a visit reranks 30 nearby links and 100 in turn, 30 where more than 10,000 wait', () => {
  const ranked = (waiting: number): number => {
    const order = learned.make({ prior: 'none' }, { seed: 1 });
    const links = Array.from({ length: waiting + 1 }, (_, at) => ({
      ...{ id: at + 2, site: 1, url: `http://a.test/${at}`, anchor: '', tagPath: 'a', context: '', isNew: true },
      place: at,
    }));
    const visit = { site: 1, outcome: 'page', at: 0, title: '', newExternal: 0, newInternal: 0, reward: 0 } as const;
    const start = linkView({ id: 1, level: 0, url: 'http://a.test/' });
    order.learn?.({ visit: { ...visit, link: 1 }, claimed: start, links, external: [] });
    const claimed = linkView({ ...links[0], level: 1 });
    const stale = order.learn?.({ visit: { ...visit, link: 2 }, claimed, links: [], external: [] }) ?? [];
    return [...stale].filter((one) => 'link' in one && one.rank?.lane === 0).length;
  };
  // Except those chosen by breadth first.
  expect(130 - ranked(10_000)).toBeLessThanOrEqual(2);
  expect(60 - ranked(10_001)).toBeLessThanOrEqual(2);
  expect(ranked(10_001)).toBeLessThanOrEqual(60);
});

test('with a topic, breadth first gets turns once nothing is found', () => {
  const chosen = chosenBy(topic.make({}, { seed: 1, topic: compileTopic(A_TOPIC) }));
  expect(chosen.length).toBeGreaterThan(8);
  expect(chosen).toEqual(chosen.map((_, at) => at + 2));
});

for (const [name, make] of Object.entries({
  learned: (seed: number) => learned.make({}, { seed }),
  topic: (seed: number) => topic.make({}, { seed, topic: compileTopic(A_TOPIC) }),
}))
  test(`${name}: with another random seed a score is rounded differently, by one step at most`, () => {
    const of = (seed: number) => {
      const order = make(seed);
      const visit = {
        site: 1,
        link: 1,
        outcome: 'page',
        at: 0,
        title: '',
        reward: 3,
        newExternal: 3,
        newInternal: 0,
      } as const;
      order.learn?.({ visit, claimed: linkView({ id: 1, level: 0 }), links: [], external: [] });
      return Array.from({ length: 40 }, (_, at) => {
        const rank = order.rank(
          linkView({ id: at + 2, level: 1, url: `http://a.test/${at}`, anchor: `${at}` }),
          view(1),
        );
        return 'value' in rank ? rank.value : Number.NaN;
      });
    };
    const [one, other] = [of(1), of(2)];
    expect(of(1)).toEqual(one);
    const steps = one.map((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) * 32);
    expect(new Set(steps)).toEqual(new Set([0, 1]));
  });

/** Pages of two sites; those of one folder all have external links, and so do their neighbours. */
function aWebOf(pages: number): Record<string, OnPage[]> {
  const random = createRandom('a web for learned');
  const web: Record<string, OnPage[]> = {};
  for (let site = 0; site < 2; site++) {
    const address = (at: number) =>
      at === 0 ? `http://s${site}.test/` : `http://s${site}.test/f${at % 7}/p${at}.html`;
    for (let at = 0; at < pages; at++) web[address(at)] = [];
    for (let at = 1; at < pages; at++) {
      const tagPath = at % 3 ? 'html body ul li a' : 'html body nav a';
      web[address(random.below(at))]?.push({ raw: address(at), anchor: `Page ${at % 11}`, tagPath });
      web[address(random.below(pages))]?.push({ raw: address(random.below(at)), anchor: 'More', tagPath });
      if (at % 7 < 2) for (let link = 0; link < at % 5; link++) web[address(at)]?.push(`http://x${at}-${link}.org/`);
    }
  }
  return web;
}

test('restarted every 30 pages the visits are exactly the same, trees and turns included', async ({ folder }) => {
  const web = aWebOf(130);
  const sites = [0, 1].map((site) => newSite(`http://s${site}.test/`));
  const forager = { strategy: 'forager', reward: 'new-external-links', siteRule: 'best-first', linkOrder: 'learned' };
  const crawled = async (file: string, step: number) => {
    const order: string[] = [];
    for (;;) {
      const at = order.length;
      const { frontier, store } = await open(file, { ...forager, pageLimit: at + step }, at * 1000);
      if (at === 0) await frontier.addSites(sites, 0);
      order.push(...(await crawlAll(frontier, web, at * 1000 + 1)));
      await store.close();
      if (order.length === at) return order;
    }
  };
  const whole = await crawled(`${folder}/whole.sqlite`, 1000);
  expect(whole.length).toBe(260);
  expect(await crawled(`${folder}/stopped.sqlite`, 30)).toEqual(whole);
});
