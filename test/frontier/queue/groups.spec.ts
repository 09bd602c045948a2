import { expect } from '@playwright/test';
import type { Rank } from '../../../src/domain/rank.ts';
import type { LinkOrder } from '../../../src/link-orders/link-order.ts';
import { brokenInvariants } from '../invariants.ts';
import { claimed, claimOf, crawlAll, misjudged, newSite, open, openNew, page, test } from '../world.ts';

const A = 'http://a.test/';

/** Ranks by a link's path, `/group/value`; `values` are those of groups, and may change. */
const byPath = (values: Record<string, number>, lane = 0): LinkOrder => ({
  rank({ url }): Rank {
    const [, name = '', value = '0'] = new URL(url).pathname.split('/');
    const group = values[name];
    const rank = { lane, value: Number(value) };
    return group === undefined ? rank : { ...rank, group: { name, value: group } };
  },
});

const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);

test('links of the best group first, those of equal groups by their own rank', async ({ file }) => {
  const linkOrder = byPath({ low: -1, one: 2, two: 2, zero: 0 });
  const { frontier, close } = await openNew(file, { linkOrder });
  await frontier.addSites([newSite(A)], 0);
  const on = ['/low/9', '/x/5', '/one/1', '/two/2', '/one/3', '/zero/7', '/two/1', '/y/7'];
  expect(paths(await crawlAll(frontier, { [A]: on })).slice(1)).toEqual([
    '/one/3',
    '/two/2',
    '/one/1',
    '/two/1',
    '/zero/7',
    '/y/7',
    '/x/5',
    '/low/9',
  ]);
  await close();
});

test("a rank that changes its group's score moves all waiting links of the group", async ({ file }) => {
  const values: Record<string, number> = { one: 1, two: 2 };
  const { frontier, close, queued } = await openNew(file, { linkOrder: byPath(values) });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/one/1', '/one/2', '/two/1', '/two/2']), 1);
  const first = await claimed(frontier, 2);
  expect(first).toMatchObject({ url: `${A}two/2`, rank: { group: { name: 'two', value: 2 }, value: 2 } });
  values.one = 3;
  await frontier.completeVisit(first, page(first, ['/one/0']), 2);
  expect(misjudged(frontier, queued(2))).toEqual([]);
  expect(frontier.sites()[0]?.best).toEqual({ tier: 0, lane: 0, group: { name: 'one', value: 3 }, value: 2 });
  expect(paths(await crawlAll(frontier, {}, 3))).toEqual(['/one/2', '/one/1', '/one/0', '/two/1']);
  await close();
});

test('a released link waits at the current place of its group, even if the group was empty', async ({ file }) => {
  const values: Record<string, number> = { one: 1, two: 2 };
  const { frontier, close, queued } = await openNew(file, { linkOrder: byPath(values) });
  await frontier.addSites([newSite(A, { scope: 'domain' })], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/two/1', 'http://s.a.test/one/1', 'http://s.a.test/one/2']), 1);
  const two = await claimOf(frontier, 2);
  const one = await claimOf(frontier, 2);
  if (!two || !one) throw new Error('nothing was claimed');
  values.two = 0;
  await frontier.completeVisit(one, page(one, ['/two/0']), 3);
  await frontier.release(two, { notBefore: 10, failed: true, askedAt: undefined }, 3);
  expect(misjudged(frontier, queued(3))).toEqual([]);
  expect(paths(await crawlAll(frontier, {}, 4))).toEqual(['/one/1', '/two/0']);
  expect(frontier.sites()[0]?.best).toBeUndefined();
  expect(paths(await crawlAll(frontier, {}, 10))).toEqual(['/two/1']);
  await close();
});

test('lanes of a link order never exceed documents and guesses', async ({ file }) => {
  const linkOrder = byPath({}, -3_000_000);
  const { frontier, close } = await openNew(file, { linkOrder, visitsDocuments: 'last' });
  await frontier.addSites([newSite(A)], 0);
  const on = [{ raw: '/guess', technique: 'text', role: 'guess' } as const, '/a.pdf', '/page'];
  expect(paths(await crawlAll(frontier, { [A]: on }))).toEqual(['/', '/page', '/a.pdf', '/guess']);
  await close();
});

test('the best rank is known again after a pause, also of a ready site', async ({ file }) => {
  const { frontier, close, queued } = await openNew(file, { linkOrder: byPath({}) });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/x/9', '/x/1']), 1);
  const nine = await claimed(frontier, 2);
  await frontier.release(nine, { notBefore: 100, failed: true, askedAt: undefined }, 2);
  for (const [now, best] of [
    [3, 1],
    [99, 1],
    [100, 9],
  ] as const) {
    const next = await claimed(frontier, now);
    expect(next.url).toBe(`${A}x/${best}`);
    await frontier.release(next, { notBefore: 0, failed: false, askedAt: undefined }, now);
    expect(frontier.sites()[0]?.best?.value).toBe(best);
    expect(misjudged(frontier, queued(now))).toEqual([]);
  }
  await close();
});

test('groups are unchanged when the crawl continues, and empty ones are removed', async ({ file }) => {
  const linkOrder = byPath({ one: 1, two: 2, gone: 9 });
  const first = await open(file, { linkOrder });
  await first.frontier.addSites([newSite(A)], 0);
  const on = ['/one/1', '/one/2', '/two/1', '/gone/1', '/x/1'];
  const order: string[] = [];
  for (let now = 1; now < 4; now++) {
    const claim = await claimed(first.frontier, now);
    order.push(claim.url);
    // The third one is lost with the process.
    if (now < 3) await first.frontier.completeVisit(claim, page(claim, now === 1 ? on : []), now);
  }
  expect(paths(order)).toEqual(['/', '/gone/1', '/two/1']);
  await first.store.close();
  const second = await open(file, { linkOrder }, 10);
  const names = second.store.connection.prepare('select name from queue_groups order by name').pluck().all();
  expect(names).toEqual(['', 'one', 'two']);
  expect(paths(await crawlAll(second.frontier, {}, 10))).toEqual(['/two/1', '/one/2', '/one/1', '/x/1']);
  await second.store.close();
  expect(brokenInvariants(file)).toEqual({});
});
