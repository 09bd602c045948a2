import { expect } from '@playwright/test';
import type { LinkId } from '../../../src/domain/link.ts';
import type { Rank } from '../../../src/domain/rank.ts';
import type { LinkOrder } from '../../../src/link-orders/link-order.ts';
import { deleteLinks } from '../../../src/storage/lists/link-edits.ts';
import { openStoreToEdit, type Store } from '../../../src/storage/open.ts';
import { openFresh } from '../../storage/fresh-store.ts';
import { claimed, misjudged, newRuns, newSite, openNew, page, test } from '../world.ts';

const A = 'http://a.test/';
const numberOf = (url: string) => Number(/\d+$/.exec(url)?.[0] ?? 0);

/**
 * Visits the largest numbers first, until the page of a given number was read: from then on links have the ranks of
 * `then`.
 */
function turning(at: number, then: (number: number) => Rank): LinkOrder {
  const ids = new Map<LinkId, number>();
  return {
    rank({ id, url }) {
      ids.set(id, numberOf(url));
      return { lane: 0, value: numberOf(url) };
    },
    learn: ({ claimed: { url } }) =>
      numberOf(url) === at ? [...ids].map(([link, number]) => ({ link, rank: then(number) })) : [],
  };
}

test('reranked links wait in their new places, in another lane too, including one that is paused', async ({ file }) => {
  const linkOrder = turning(6, (number) => ({ lane: number === 3 ? 1 : 0, value: number === 7 ? 8 : -number }));
  const { frontier, queued, close } = await openNew(file, { linkOrder });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/1', '/2', '/3', '/4', '/5', '/6', '/7']), 1);
  const seven = await claimed(frontier, 2);
  expect(seven.url).toBe(`${A}7`);
  await frontier.release(seven, { notBefore: 100, failed: true, askedAt: undefined }, 2);
  const six = await claimed(frontier, 3);
  await frontier.completeVisit(six, page(six, []), 3);
  expect(misjudged(frontier, queued(3))).toEqual([]);
  const order: string[] = [];
  for (const now of [4, 5, 6, 7, 8]) {
    const claim = await claimed(frontier, now);
    order.push(claim.url);
    await frontier.completeVisit(claim, page(claim, []), now);
    expect(misjudged(frontier, queued(now))).toEqual([]);
  }
  expect(order).toEqual([3, 1, 2, 4, 5].map((number) => `${A}${number}`));
  expect(await frontier.claim(99)).toEqual({ kind: 'wait', until: 100 });
  expect(await claimed(frontier, 100)).toMatchObject({ url: `${A}7`, rank: { lane: 0, value: 8 } });
  await close();
});

test('a deleted link does not return when reranked', async ({ file }) => {
  const store = await openFresh(file);
  const frontier = await newRuns(store)({ linkOrder: turning(5, (number) => ({ lane: 0, value: -number })) }, 0);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/1', '/2', '/3', '/4', '/5']), 1);
  const five = await claimed(frontier, 2);
  const edit = await openStoreToEdit(file);
  await deleteLinks(edit, 'internal', { text: '/1' }, 3);
  await edit.close();
  await frontier.completeVisit(five, page(five, []), 4);
  expect((await claimed(frontier, 5)).url).toBe(`${A}2`);
  await store.close();
});

/** Counts statements executed by a store from now on. */
function counting({ connection }: Store): { executed: number } {
  const count = { executed: 0 };
  const prepare = connection.prepare.bind(connection);
  Object.assign(connection, {
    prepare: (source: string) => {
      const statement = prepare<unknown[], unknown>(source);
      const counted = <R>(execute: (...values: unknown[]) => R) => {
        return (...values: unknown[]) => {
          count.executed++;
          return execute.apply(statement, values);
        };
      };
      const { all, get, run } = statement;
      return Object.assign(statement, { all: counted(all), get: counted(get), run: counted(run) });
    },
  });
  return count;
}

test('a hundred links are reranked by a few statements, not by some for each', async ({ file }) => {
  const store = await openFresh(file);
  const count = counting(store);
  const linkOrder = turning(99, (number) => ({ lane: 0, value: -number }));
  const frontier = await newRuns(store)({ linkOrder }, 0);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  const links = Array.from({ length: 101 }, (_, number) => `/${number}`);
  await frontier.completeVisit(start, page(start, links), 1);
  const statements = async (now: number) => {
    const claim = await claimed(frontier, now);
    const before = count.executed;
    await frontier.completeVisit(claim, page(claim, []), now);
    return { url: claim.url, executed: count.executed - before };
  };
  const plain = await statements(2);
  const turned = await statements(3);
  expect([plain.url, turned.url]).toEqual([`${A}100`, `${A}99`]);
  expect(plain.executed).toBeGreaterThan(5);
  expect(turned.executed - plain.executed).toBeLessThan(30);
  expect((await claimed(frontier, 4)).url).toBe(`${A}0`);
  await store.close();
});
