import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';
import type { Observation } from '../../../src/domain/observation.ts';
import { createRandom } from '../../../src/domain/random.ts';
import { hits, hitsText } from '../../../src/link-orders/hits/hits.ts';
import type { LinkOrder, Rerank } from '../../../src/link-orders/link-order.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { view } from '../../site-rules/play.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';

const urlOf = (page: number) => `http://a.test/${page}`;

/** A visit of a page; of links only the first page of each is stored. */
function visited(
  page: number,
  web: Readonly<Record<number, readonly number[]>>,
  seen: Set<number>,
  textOf: (id: number) => string = () => '',
): Observation {
  const targets = web[page] ?? [];
  const links = targets.map((id, place) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return { id, site: 1, url: urlOf(id), anchor: textOf(id), context: '', tagPath: '', place, isNew };
  });
  const visit = {
    site: 1,
    link: page,
    outcome: 'page',
    at: 0,
    title: '',
    reward: 0,
    newExternal: 0,
    newInternal: 0,
  } as const;
  return { visit, claimed: linkView({ id: page, url: urlOf(page), level: page === 0 ? 0 : 1 }), links, external: [] };
}

/** Visits pages in order; returns the links moved at each. */
function play(
  order: LinkOrder,
  web: Readonly<Record<number, readonly number[]>>,
  pages: readonly number[],
  textOf = (_id: number) => '',
) {
  const seen = new Set([0]);
  return pages.map((page): Rerank[] => [...(order.learn?.(visited(page, web, seen, textOf)) ?? [])]);
}

/** Place of a waiting link: its group and that group's value. */
const standing = (order: LinkOrder, id: number) => {
  const rank = order.rank(linkView({ id, url: urlOf(id) }), view(1));
  return 'refused' in rank ? rank : rank.group;
};

/** Page 0 links to 1, 2 and 3; 1 and 2 link to the pages 10 to 12, 3 to 20. */
const WEB = { 0: [1, 2, 3], 1: [10, 11, 12], 2: [10, 11, 12, 13], 3: [20], 10: [], 11: [], 12: [], 13: [] };

test('a step follows the links of the best hubs only, and the best authorities join the index', () => {
  const order = hits.make({ c: 1, common: 'whole' }, { seed: 1 });
  play(order, WEB, [0, 1, 2, 3]);
  // Of 0, 1, 2 and 3 the best hub is 2; 12, of the three that 1 and 2 link to, was found after 10 and 11.
  const steps = order.steps?.() ?? [];
  expect(steps.map(({ visits, links, hubs }) => ({ visits, links, hubs }))).toEqual([
    { visits: 1, links: 3, hubs: [0] },
    { visits: 4, links: 4, hubs: [2] },
  ]);
  expect(steps.map(({ authorities }) => authorities)).toEqual([[1], [10]]);
  expect(standing(order, 13)).toEqual({ name: '2', value: expect.closeTo(1.8, 0.5) });
  expect(standing(order, 10), 'found on 1 first, it waits with the hub').toMatchObject({ name: '2' });
  expect(standing(order, 20), 'the links of others wait behind').toEqual({ name: '3', value: 0 });
});

test('links of a page return when it becomes a hub', () => {
  const order = hits.make({ c: 1, common: 'whole' }, { seed: 1 });
  const moves = play(order, { ...WEB, 10: [30, 31, 32, 33, 34, 20] }, [0, 1, 2, 3, 10, 11, 12, 13]);
  expect(moves[3]).toContainEqual({ site: 1, lane: 0, group: { name: '2', value: expect.any(Number) } });
  expect(moves[3]).toContainEqual({ link: 10, rank: expect.objectContaining({ lane: 0, value: expect.any(Number) }) });
  const last = order.steps?.().at(-1);
  expect(last).toMatchObject({ visits: 8, isComplete: true });
  expect(last?.hubs, 'the best hub has no links left: the best of those that have some').not.toEqual([2]);
  expect(moves[7]?.length).toBeGreaterThan(0);
});

test('links on most pages of a host are not a community, and are not followed with a hub', () => {
  const menu = [90, 91, 92, 93, 94];
  const web = Object.fromEntries(
    Object.entries({ ...WEB, 1: WEB[2], 2: WEB[1] }).map(([page, targets]) => [
      page,
      page === '0' ? targets : [...targets, ...menu],
    ]),
  );
  const order = hits.make({ c: 1 }, { seed: 1 });
  const moves = play(order, web, [0, 1, 2, 3, 10, 11, 12, 13]);
  const plain = hits.make({ c: 1, common: 'whole' }, { seed: 1 });
  play(plain, web, [0, 1, 2, 3]);
  // Without menus the strongest community is 0 with its three links, 1 being in the index; they are visited, so 1 is followed.
  expect(order.steps?.()[1]).toMatchObject({ hubs: [1], links: 4, authorities: [2] });
  expect(plain.steps?.()[1]?.authorities).toEqual([90]);
  expect(moves[3]).toContainEqual({ link: 90, rank: { lane: 0, group: { name: 'menu', value: -1 }, value: 0 } });
  expect(standing(order, 90)).toEqual({ name: 'menu', value: -1 });
});

test('a step ends when other links are handed out, as the rest of its own cannot be visited', () => {
  const order = hits.make({ c: 1, common: 'whole' }, { seed: 1 });
  const pages = Array.from({ length: 40 }, (_, at) => at + 1);
  play(order, { 0: pages, 1: [100, 101] }, [0, ...Array.from({ length: 12 }, (_, at) => at + 200)]);
  expect(order.steps?.().map(({ visits }) => visits)).toEqual([1, 9]);
});

test('large webs are ranked in another thread, and used five visits later: the same result', async () => {
  const random = createRandom('large');
  const web = Object.fromEntries(
    Array.from({ length: 560 }, (_, page) => [page, Array.from({ length: 40 }, () => 1 + random.below(3000))]),
  );
  const pages = [0, ...Array.from({ length: 550 }, (_, at) => at + 1)];
  const alone = hits.make({ c: 3 }, { seed: 1 });
  const moved = play(alone, web, pages);
  const threaded = hits.make({ c: 3 }, { seed: 1, inThreads: true });
  const seen = new Set([0]);
  let awaited = 0;
  let apart = 0;
  for (const [at, page] of pages.entries()) {
    if (threaded.arriving) awaited++;
    await threaded.arriving;
    apart += isDeepStrictEqual([...(threaded.learn?.(visited(page, web, seen)) ?? [])], moved[at]) ? 0 : 1;
  }
  expect(apart).toBe(0);
  expect(threaded.steps?.()).toEqual(alone.steps?.());
  expect(awaited).toBeGreaterThan(0);
});

test('with a topic the hub with similar links comes before one with more links', () => {
  const topic = compileTopic({ ...A_TOPIC, keywords: [{ term: 'quantum', weight: 1 }] });
  const choice = { c: 1, common: 'whole' };
  const text = (id: number) => (id >= 20 && id < 30 ? 'quantum computer' : 'sport');
  const hubs = ([plain, topical]: readonly LinkOrder[]) =>
    [plain, topical].map((order) => order?.steps?.().at(-1)?.hubs);
  const topical = hitsText.make(choice, { seed: 1, topic });
  const orders = [hits.make(choice, { seed: 1 }), topical];
  const web = { 0: [1, 2], 1: [10, 11, 12, 13], 2: [20, 21, 22] };
  // With a topic a step follows the better three quarters of its hubs' links: it ends with 11.
  for (const order of orders) play(order, web, [0, 1, 2, 10, 11], text);
  expect(hubs(orders)).toEqual([[1], [2]]);
  expect(topical.steps?.().at(-1)?.authorities, 'its links are not visited yet').toEqual([]);
  play(topical, web, [20, 21, 22], text);
  expect(topical.steps?.().at(-1)?.authorities).toEqual([20]);
});
