import { Request } from '@crawlee/basic';
import { expect } from '@playwright/test';
import { ForagerRequestManager } from '../../src/crawl/request-manager.ts';
import { MAX_RETRIES } from '../../src/frontier/retries.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite, open, page, test } from '../frontier/world.ts';

const A = 'http://a.test/';

/** A manager on a frontier of one site, with a clock set by the test. */
async function managed(file: string, delay = 0) {
  const { frontier, store } = await open(file, { delay: () => delay });
  await frontier.addSites([newSite(A)], 0);
  const clock = { now: 1000, woken: 0 };
  const manager = new ForagerRequestManager({ frontier, now: () => clock.now, wake: () => clock.woken++ });
  const next = async () => {
    const request = await manager.fetchNextRequest();
    if (!request) throw new Error('no request');
    return request;
  };
  return { frontier, store, manager, clock, next };
}

test('empty means nothing to visit now, finished nothing at all', async ({ file }) => {
  const { frontier, store, manager, clock, next } = await managed(file);
  expect([await manager.isEmpty(), await manager.isFinished()]).toEqual([false, false]);
  const request = await next();
  expect(request).toMatchObject({ url: A, retryCount: 0 });
  expect(await manager.fetchNextRequest()).toBeNull();
  expect([await manager.isEmpty(), await manager.isFinished()]).toEqual([true, false]);
  const claim = manager.claim(request);
  await frontier.completeVisit(claim, page(claim, ['/b']), clock.now);
  manager.completed(request);
  await manager.markRequestHandled(request);
  expect([await manager.isEmpty(), await manager.isFinished()]).toEqual([false, false]);
  expect(await manager.handledCount()).toBe(1);
  expect([manager.getPendingCount(), manager.getTotalCount()]).toEqual([1, 2]);
  await manager.markRequestHandled(await next());
  expect([await manager.isEmpty(), await manager.isFinished()]).toEqual([true, true]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a claim that is handed out and not visited is noticed', async ({ file }) => {
  const { store, manager, clock, next } = await managed(file);
  expect(manager.unvisitedSince).toBeUndefined();
  expect(await manager.isEmpty()).toBe(false);
  expect(manager.unvisitedSince).toBe(clock.now);
  clock.now += 5000;
  const request = await next();
  expect(manager.unvisitedSince).toBe(1000);
  manager.claim(request);
  expect(manager.unvisitedSince).toBeUndefined();
  await store.close();
});

test('requests pending at the close are awaited, and returned', async ({ file }) => {
  const { store, manager } = await managed(file);
  const asked = manager.isEmpty();
  manager.close();
  expect(await manager.isFinished()).toBe(false);
  await asked;
  expect(await manager.isFinished()).toBe(true);
  expect(store.connection.prepare('select count(*) from queue').pluck().get()).toBe(1);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('during a pause it is empty, not finished, and a timer wakes the crawler', async ({ file }) => {
  const { store, manager, clock, next } = await managed(file, 50);
  await manager.reclaimRequest(await next());
  clock.now += 10;
  expect(await manager.fetchNextRequest()).toBeNull();
  clock.now = 2995;
  expect([await manager.isEmpty(), await manager.isFinished(), clock.woken]).toEqual([true, false, 0]);
  await expect.poll(() => clock.woken).toBe(1);
  clock.now = 3000;
  expect(await manager.isEmpty()).toBe(false);
  expect(await next()).toMatchObject({ url: A, retryCount: 1 });
  await store.close();
});

test('retries wait longer each time; the last failure gives up the link with its reason', async ({ file }) => {
  const { store, manager, clock, next } = await managed(file);
  const waits: number[] = [];
  for (let retry = 0; retry < MAX_RETRIES; retry++) {
    const begin = clock.now;
    await manager.reclaimRequest(await next());
    while (await manager.isEmpty()) clock.now += 500;
    waits.push(clock.now - begin);
  }
  expect(waits).toEqual([2000, 8000]);
  const last = await next();
  last.pushErrorMessage(new Error('HTTP 503'));
  await manager.markRequestHandled(last);
  const visits = await store.kysely.selectFrom('visits').select(['outcome', 'reason']).execute();
  expect(visits).toEqual([{ outcome: 'failed', reason: 'HTTP 503' }]);
  expect(await manager.isFinished()).toBe(true);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('after the close it hands out nothing, and is finished when all visits are', async ({ file }) => {
  const { frontier, store, manager, clock, next } = await managed(file);
  const request = await next();
  manager.close();
  expect(clock.woken).toBe(1);
  expect([await manager.isEmpty(), await manager.isFinished()]).toEqual([true, false]);
  const claim = manager.claim(request);
  await frontier.completeVisit(claim, page(claim, ['/b']), clock.now);
  manager.completed(request);
  expect(await manager.isFinished()).toBe(true);
  expect(await manager.fetchNextRequest()).toBeNull();
  await store.close();
});

test('a claimed page that was never fetched waits again after the close', async ({ file }) => {
  const { store, manager } = await managed(file);
  expect(await manager.isEmpty()).toBe(false);
  manager.close();
  expect([await manager.isEmpty(), await manager.fetchNextRequest(), await manager.isFinished()]).toEqual([
    true,
    null,
    true,
  ]);
  expect(await store.kysely.selectFrom('queue').select('link').execute()).toEqual([{ link: 1 }]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('external requests are refused', async ({ file }) => {
  const { store, manager } = await managed(file);
  await expect(manager.addRequest()).rejects.toThrow();
  expect(() => manager.claim(new Request({ url: A, id: 'none' }))).toThrow(/is not claimed/);
  await store.close();
});
