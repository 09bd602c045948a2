import { expect } from '@playwright/test';
import { must } from '../../in-loops.ts';
import { brokenInvariants } from '../invariants.ts';
import { claimOf, newSite, open, page, test } from '../world.ts';

const others = ['/b', '/c', '/d', '/e', '/f', '/g', '/h'];

test('a page waits while its host is busy; one refused alone, and a host that stays busy, are given up', async ({
  file,
}) => {
  const first = await open(file, { delay: () => 1000 });
  const { frontier } = first;
  await frontier.addSites(
    ['http://alone.test/', 'http://busy.test/', 'http://short.test/'].map((url) => newSite(url)),
    0,
  );
  const told: string[] = [];
  const served: string[] = [];
  let now = 1;
  let left = 6;
  for (let turns = 0; frontier.state(now).kind !== 'over'; turns++) {
    must(turns < 400, 'it ends');
    const next = await frontier.claim(now);
    if (next.kind !== 'claim') {
      must(next.kind === 'over' || next.until !== undefined, 'something is waited for');
      now = next.kind === 'wait' ? Math.max(now + 1, next.until ?? 0) : now;
      continue;
    }
    const { claim } = next;
    expect(claim.attempts, 'no try is used up').toBe(0);
    const { hostname, pathname } = new URL(claim.url);
    const isBusy = pathname === '/a' && (hostname !== 'short.test' || left-- > 0);
    if (!isBusy) {
      if (pathname !== '/') served.push(hostname + pathname);
      const links = pathname === '/' ? ['/a', ...(hostname === 'alone.test' ? others : [])] : [];
      await frontier.completeVisit(claim, page(claim, links), now);
      continue;
    }
    const refusal = { host: hostname, reason: 'HTTP 503', retryAfter: hostname === 'short.test' ? 30_000 : undefined };
    const { willRetry, outage } = await frontier.busy(claim, refusal, now);
    if (!willRetry || outage) told.push(`${hostname} ${willRetry} ${outage?.of}`);
  }
  expect(told.sort()).toEqual(['alone.test false undefined', 'busy.test true busy']);
  expect(served.sort()).toEqual([...others.map((path) => `alone.test${path}`), 'short.test/a']);
  const { kysely } = first.store;
  const seeds = await kysely.selectFrom('seeds').select(['status', 'note']).execute();
  expect(seeds).toEqual([
    { status: 'finished', note: '' },
    { status: 'not-available', note: 'busy for ten minutes (HTTP 503)' },
    { status: 'finished', note: '' },
  ]);
  const failed = await kysely.selectFrom('visits').select('reason').where('outcome', '=', 'failed').execute();
  expect(failed).toEqual([{ reason: 'HTTP 503, 5 times while others were served' }]);
  await first.store.close();
  expect(brokenInvariants(file)).toEqual({});
  const second = await open(file, {}, now);
  expect(await claimOf(second.frontier, now + 600_000)).toMatchObject({ url: 'http://busy.test/a', attempts: 0 });
  await second.store.close();
});
