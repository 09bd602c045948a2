import { expect } from '@playwright/test';
import { incremental } from '../../../src/link-orders/topical/incremental.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { test } from '../../plain-test.ts';
import { view } from '../../site-rules/play.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';
import { aVisit } from './a-visit.ts';

const orderOf = (params: Record<string, unknown>) =>
  incremental.make(incremental.params.parse(params), { seed: 1, topic: compileTopic(A_TOPIC) });
type Order = ReturnType<typeof orderOf>;

/** Reads pages: link n is on the start page with a text; links about papers lead to pages worth 5. */
function crawl(order: Order, texts: readonly string[]): void {
  const links = texts.map((text, at) => [at + 2, text] as const);
  for (const _ of order.learn?.(aVisit(1, 0, links)) ?? []);
  for (const [id, text] of links)
    for (const _ of order.learn?.(aVisit(id, text.includes('papers') ? 5 : 0, [], text)) ?? []);
}

const placeOf = (order: Order, id: number, anchor: string) =>
  order.rank(linkView({ id, url: `http://a.test/${id}`, anchor, level: 2 }), view(1));

const TEXTS = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'papers archive' : 'weather sport'));

test('above r1 a candidate; of the others above r2 in the second frontier; the rest refused, with the reason', () => {
  const order = orderOf({ r1: 0.3, r2: 2, period: 10, share: 0 });
  crawl(order, TEXTS);
  expect(placeOf(order, 100, 'page')).toMatchObject({ lane: 1 });
  expect(placeOf(order, 101, 'papers archive')).toMatchObject({ lane: 0 });
  expect(placeOf(order, 102, 'weather sport')).toEqual({
    refused: 'not near to the topic, and little is expected behind it',
  });
});

test('before the first training non-candidates are ordered by level, and not refused', () => {
  const order = orderOf({ r1: 0.3, r2: 2, period: 1000, share: 0 });
  crawl(order, TEXTS);
  expect(placeOf(order, 102, 'weather sport')).toEqual({ lane: 0, value: -2 });
});

for (const { minutes, training } of [
  { minutes: 0, training: 'none' },
  { minutes: 7, training: 'the first after 7 visits' },
])
  test(`visits of a minute each, ${minutes} minutes from one training to the next: ${training}`, () => {
    const order = orderOf({ r1: 0.3, r2: 2, period: 1000, share: 0, minutes });
    /** A training is used five visits after its start. */
    const isTrained = () => 'refused' in placeOf(order, 102, 'weather sport');
    const trained: boolean[] = [];
    for (let visit = 0; visit < 14; visit++) {
      const text = visit % 2 === 0 ? 'papers archive' : 'weather sport';
      for (const _ of order.learn?.(aVisit(visit + 2, visit % 2 === 0 ? 5 : 0, [], text, visit * 60_000)) ?? []);
      trained.push(isTrained());
    }
    expect(trained.indexOf(true)).toBe(minutes === 0 ? -1 : minutes + 5);
  });

test('a refused link returns when a training expects more behind it', () => {
  const order = orderOf({ r1: 0.3, r2: 3, period: 10, share: 0 });
  crawl(order, TEXTS);
  const told: unknown[] = [];
  for (const one of order.learn?.(aVisit(50, 0, [[200, 'football news']], 'weather sport')) ?? []) told.push(one);
  const refused = placeOf(order, 200, 'football news');
  for (let id = 300; id < 340; id++)
    for (const one of order.learn?.(aVisit(id, 9, [], 'football news')) ?? []) told.push(one);
  expect(refused).toHaveProperty('refused');
  expect(placeOf(order, 200, 'football news')).toMatchObject({ lane: 0 });
  expect(told).toContainEqual(expect.objectContaining({ link: 200 }));
});

test('the second frontier gets its share: its best link is chosen before all candidates', () => {
  const order = orderOf({ r1: 0.3, r2: 0, period: 10, share: 0.5 });
  const chosen: number[] = [];
  const links = Array.from({ length: 30 }, (_, at) => [1000 + at, at % 2 === 0 ? 'page' : 'papers archive'] as const);
  crawl(order, TEXTS);
  for (const _ of order.learn?.(aVisit(60, 0, links)) ?? []);
  for (let visit = 0; visit < 20; visit++) {
    const lane = (id: number, text: string) => {
      const rank = placeOf(order, id, text);
      return 'lane' in rank ? rank.lane : -1;
    };
    const best = links.filter(([id]) => !chosen.includes(id)).sort((a, b) => lane(...b) - lane(...a))[0];
    if (!best) break;
    chosen.push(best[0]);
    for (const _ of order.learn?.(aVisit(best[0], 1, [], best[1])) ?? []);
  }
  const explored = chosen.filter((id) => id % 2 === 1).length;
  expect(explored).toBeGreaterThanOrEqual(9);
  expect(explored).toBeLessThanOrEqual(11);
});

test('an unreachable link of the second frontier is given up, and takes no turns of others', () => {
  const order = orderOf({ r1: 0.3, r2: 0, period: 1000, share: 0.5 });
  const links = Array.from({ length: 60 }, (_, at) => [1000 + at, 'weather'] as const);
  for (const _ of order.learn?.(aVisit(1, 0, links)) ?? []);
  const isChosen = (id: number) => {
    const rank = placeOf(order, id, 'weather');
    return 'lane' in rank && rank.lane === 2;
  };
  let visits = 0;
  for (let visit = 0; visit < 40; visit++) {
    // It is never handed out.
    if (isChosen(1000)) visits++;
    for (const _ of order.learn?.(aVisit(1059 - visit, 0, [], 'weather')) ?? []);
  }
  expect(visits).toBeGreaterThan(0);
  expect(visits, 'after ten visits it is given up').toBeLessThanOrEqual(10);
});
