import { expect } from '@playwright/test';
import { LEASE } from '../../src/frontier/leases.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { openStore } from '../../src/storage/open.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { brokenInvariants } from './invariants.ts';
import { claimed, claimOf, crawlAll, newSite, onTables, page, test } from './world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';

/** Two runs on one database, the second started later, and a way to end one. */
async function twoRuns(file: string, laterAt: number) {
  const store = await openStore(file);
  const runs = runQueries(store);
  const begin = (at: number) => {
    const { id } = getOne(runs.start, { started_at: at, pid: 1, config: '{}' });
    return onTables(storedTables(store), {}, { id, startedAt: at });
  };
  const first = await begin(0);
  await first.addSites([newSite(A), newSite(B)], 0);
  const claim = await claimed(first, 1);
  return { store, runs, first, claim, begin, second: () => begin(laterAt) };
}

test('leases of a running process are respected', async ({ file }) => {
  const { store, first, claim, second } = await twoRuns(file, 10);
  const other = await second();
  const theirs = await claimOf(other, 10);
  expect(theirs).toMatchObject({ url: B });
  expect(theirs?.token).not.toBe(claim.token);
  expect(await claimOf(other, 11)).toBeUndefined();
  expect(await first.completeVisit(claim, page(claim, []), 12)).toMatchObject({ outcome: 'page' });
  await store.close();
});

test('a lease that was not renewed ends: its link goes to another run, and its result is ignored', async ({ file }) => {
  const { store, first, claim, second } = await twoRuns(file, 10);
  const other = await second();
  const theirs = await claimed(other, 10);
  await other.completeVisit(theirs, page(theirs, []), 11);
  expect(await claimOf(other, LEASE)).toBeUndefined();
  expect(await claimOf(other, LEASE + 1)).toMatchObject({ url: A });
  expect(await first.completeVisit(claim, page(claim, ['/x']), LEASE + 2)).toBeUndefined();
  expect(store.connection.prepare('select count(*) from visits').pluck().get()).toBe(1);
  // Its host is free again, for the run's next claim.
  expect(first.sites().map(({ inFlight }) => inFlight)).toEqual([0, 0]);
  await store.close();
});

test('every claim renews all leases of its holder', async ({ file }) => {
  const { store, first, claim, second } = await twoRuns(file, LEASE / 2);
  expect(await claimOf(first, LEASE / 2)).toMatchObject({ url: B });
  const other = await second();
  expect(await claimOf(other, LEASE + 1)).toBeUndefined();
  expect(await first.completeVisit(claim, page(claim, []), LEASE + 2)).toBeDefined();
  expect(await claimOf(other, 2 * LEASE)).toMatchObject({ url: B });
  await store.close();
});

test('leases of a dead run are released at once', async ({ file }) => {
  const { store, runs, second } = await twoRuns(file, 10);
  runs.endKilled.run({});
  expect(await crawlAll(await second(), {}, 10)).toEqual([A, B]);
  await store.close();
  expect(brokenInvariants(file)).toEqual({});
});
