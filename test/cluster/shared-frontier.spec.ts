import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { connect } from '../../src/cluster/connection.ts';
import { Session } from '../../src/cluster/session.ts';
import { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { runQueries } from '../../src/storage/runs.ts';
import { getOne } from '../../src/storage/statement.ts';
import { claimOf, newSite, onTables, page } from '../frontier/world.ts';
import { test } from './postgres.ts';

/** Milliseconds within which a worker has read the state of the others. */
const LOOKED = 1300;

/** Error for a missing value. */
function there(claim: Claim | undefined): Claim {
  if (!claim) throw new Error('no page was handed out');
  return claim;
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a worker returns no page of its budget that another of its slots is about to visit', async ({ record }) => {
  const begins = { pageLimit: 2, sites: [newSite('http://a.test/')] };
  const quiet = { warn: () => undefined, now: () => 0 };
  const session = await Session.open({ db: record, slots: 2, begins, ...quiet });
  const connection = await connect(record, {});
  await connection.client.query(`insert into workers (name, version, slots) values ('another', '0', 1)`);
  const { store } = session.set;
  const run = await store.write(() => getOne(runQueries(store).start, { started_at: 0, pid: 1, config: '{}' }));
  const frontier = await onTables(storedTables(store), { share: session.share }, { id: run.id, startedAt: 0 });
  const shared = new SharedFrontier(session, frontier);
  await shared.begin(0);
  const start = there(await claimOf(shared, 1000));
  // The second page of the budget is booked, and nothing waits.
  expect(await claimOf(shared, 2000)).toBeUndefined();
  await setTimeout(LOOKED);

  const [before, after] = [gate(), gate()];
  const claim = frontier.claim.bind(frontier);
  frontier.claim = async (now) => {
    await before.opened;
    const next = await claim(now);
    await after.opened;
    return next;
  };
  const begun = claimOf(shared, 3000);
  await setTimeout(50);
  await shared.completeVisit(start, page(start, ['http://a.test/next']), 3000);
  before.open();
  const second = claimOf(shared, 4000);
  await setTimeout(50);
  after.open();
  const next = there(await begun);
  expect(await second).toBeUndefined();
  expect((await shared.completeVisit(next, page(next, []), 5000))?.outcome).toBe('page');
  await session.leave();
  await store.close();
  await connection.close();
});
