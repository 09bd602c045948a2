import { expect } from '@playwright/test';
import { storedTables } from '../../src/frontier/queries.ts';
import { deleteLinks, restoreLast } from '../../src/storage/lists/link-edits.ts';
import { openStore, openStoreToEdit } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { addSites, listSites, removeSites, siteNamed } from '../../src/storage/sites.ts';
import { getOne, type Statement } from '../../src/storage/statement.ts';
import { brokenInvariants } from './invariants.ts';
import { claimed, crawlAll, newSite, onTables, open, page, test } from './world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';
const web: Readonly<Record<string, readonly string[]>> = {
  [A]: ['/1', '/2', '/3'],
  [`${A}1`]: ['/4'],
  [`${A}2`]: [],
  [`${A}3`]: [],
  [`${A}4`]: [],
  [B]: ['/1'],
  [`${B}1`]: [],
};

test('a running crawl starts a site added by another process, within a second or when nothing is left', async ({
  file,
}) => {
  const { frontier, store } = await open(file, { strategy: 'beebot-universities' });
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  const edit = await openStoreToEdit(file);
  expect(addSites(edit, [newSite(B), newSite(A)], 3)).toEqual({ added: 1, broughtBack: 0, known: 1 });
  expect(frontier.sites().length).toBe(1);
  expect((await claimed(frontier, 4)).url).toBe(`${A}1`);
  expect((await claimed(frontier, 1101)).url).toBe(B);
  expect(frontier.sites().length).toBe(2);
  expect(addSites(edit, [newSite('http://c.test/')], 1102).added).toBe(1);
  // Both hosts are busy, so nothing is ready: it looks at once.
  expect((await claimed(frontier, 1103)).url).toBe('http://c.test/');
  await edit.close();
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('only edited data is read again, and each link keeps its place', async ({ file }) => {
  const store = await openStore(file);
  const { id } = getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' });
  const tables = storedTables(store);
  const asked: string[] = [];
  const noting = <A, R>(name: string, statement: Statement<A, R>): Statement<A, R> => ({
    ...statement,
    all(args) {
      asked.push(`${name} ${Object.values(args as object)[0]}`);
      return statement.all(args);
    },
  });
  const { sql } = tables;
  const queue = {
    ...sql.queue,
    someGroups: noting('all', sql.queue.someGroups),
    groupsOf: noting('site', sql.queue.groupsOf),
  };
  const seeds = { ...sql.seeds, some: noting('some', sql.seeds.some) };
  const frontier = await onTables({ ...tables, sql: { ...sql, queue, seeds } }, {}, { id, startedAt: 0 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  asked.length = 0;
  const edit = await openStoreToEdit(file);
  expect(await deleteLinks(edit, 'internal', { text: '/2' }, 3)).toMatchObject({ links: 1 });
  expect(addSites(edit, [newSite('http://c.test/')], 4)).toMatchObject({ added: 1 });
  await edit.close();
  expect(await crawlAll(frontier, web, 2000)).toEqual([`${A}1`, `${A}3`, `${A}4`, B, `${B}1`, 'http://c.test/']);
  expect(asked).toEqual(['site 1']);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('sites added before the first crawl are crawled by it', async ({ file }) => {
  const edit = await openStoreToEdit(file);
  addSites(edit, [newSite(B)], 0);
  expect(listSites(edit, { removed: false })).toMatchObject([{ url: B, status: 'waiting', internal: 0 }]);
  await edit.close();
  const { frontier, store } = await open(file);
  expect(await crawlAll(frontier, web)).toEqual([B, `${B}1`]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a removed site is not visited, its pages in flight are completed, and it resumes when restored', async ({
  file,
}) => {
  const { frontier, store } = await open(file, { pageLimit: 6 });
  await frontier.addSites([newSite(A), newSite(B)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  const inFlight = await claimed(frontier, 3);
  const edit = await openStoreToEdit(file);
  removeSites(edit, [siteNamed(edit, A).id], 4);
  const other = await claimed(frontier, 1004);
  await frontier.release(other, { notBefore: 0, failed: false, askedAt: undefined }, 1004);
  expect(frontier.sites().map(({ id }) => id)).toEqual([2]);
  await frontier.completeVisit(inFlight, page(inFlight, web[inFlight.url] ?? []), 1005);
  expect(await crawlAll(frontier, web, 1006)).toEqual([B, `${B}1`]);
  expect(frontier.state(1010)).toEqual({ kind: 'over', reason: 'done' });
  expect(await frontier.addSites([newSite(A)], 1010)).toBe(0);
  expect(listSites(edit, { removed: true })).toMatchObject([{ url: A, pages: 2, internal: 5, removed: 4 }]);

  expect(addSites(edit, [newSite(A)], 1011)).toEqual({ added: 0, broughtBack: 1, known: 0 });
  // Earlier charges of the site count: six pages in all.
  expect(await crawlAll(frontier, web, 1013)).toEqual([`${A}2`, `${A}3`]);
  expect(frontier.state(1020)).toEqual({ kind: 'over', reason: 'page-limit' });
  await edit.close();
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('links deleted while a crawl runs are not visited; restored, they are', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, web[A] ?? []), 2);
  const first = await claimed(frontier, 3);
  const edit = await openStoreToEdit(file);
  // One of them is in flight.
  expect(await deleteLinks(edit, 'internal', { level: { from: 1, to: 9 } }, 4)).toMatchObject({ links: 3 });
  await frontier.release(first, { notBefore: 0, failed: true, askedAt: undefined }, 5);
  expect(await frontier.claim(6)).toEqual({ kind: 'over', reason: 'done' });
  expect(listSites(edit, { removed: false })).toMatchObject([{ status: 'finished', internal: 1 }]);
  expect(brokenInvariants(file)).toEqual({});

  expect(await restoreLast(edit, 7)).toMatchObject({ kind: 'internal', links: 3 });
  expect(await crawlAll(frontier, web, 8)).toEqual([`${A}1`, `${A}2`, `${A}3`, `${A}4`]);
  await edit.close();
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});

test('a redirect to a deleted link, and a shorter path to one, do not restore it', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/late', '/1', '/old', '/new']), 1);
  const late = await claimed(frontier, 2);
  await frontier.release(late, { notBefore: 50, failed: true, askedAt: undefined }, 2);
  const one = await claimed(frontier, 3);
  await frontier.completeVisit(one, page(one, ['/2']), 3);
  const old = await claimed(frontier, 4);
  expect(old.url).toBe(`${A}old`);
  const edit = await openStoreToEdit(file);
  expect(await deleteLinks(edit, 'internal', { text: '/2' }, 5)).toMatchObject({ links: 1 });
  expect(await deleteLinks(edit, 'internal', { text: '/new' }, 5)).toMatchObject({ links: 1 });
  await frontier.completeVisit(old, page(old, ['/3'], `${A}new`), 6);
  expect(await crawlAll(frontier, { [`${A}3`]: [] }, 7)).toEqual([`${A}3`]);
  const again = await claimed(frontier, 50);
  expect(again.url).toBe(`${A}late`);
  await frontier.completeVisit(again, page(again, ['/2', '/new']), 52);
  expect(await crawlAll(frontier, {}, 53)).toEqual([]);
  await edit.close();
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});
