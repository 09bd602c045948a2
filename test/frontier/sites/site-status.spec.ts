import { expect } from '@playwright/test';
import type { SiteStatus } from '../../../src/domain/site.ts';
import { type SiteEvent, type SiteThen, statusAfter } from '../../../src/frontier/sites/site-status.ts';
import { test } from '../world.ts';

const CLAIMED = { kind: 'claimed' } as const;
const VISITED = { kind: 'dealt-with', startFailed: undefined } as const;
const START_FAILED = { kind: 'dealt-with', startFailed: 'HTTP 500' } as const;
const CHANGED = { kind: 'links-changed' } as const;
const REOPENED = { kind: 'reopened' } as const;

// Status before, waiting links, pages in flight, event, status and note after.
const table: readonly (readonly [SiteStatus, number, number, SiteEvent, SiteStatus, string])[] = [
  ['waiting', 0, 1, CLAIMED, 'crawling', ''],
  ['finished', 3, 1, CLAIMED, 'crawling', ''],
  ['not-available', 0, 1, CLAIMED, 'crawling', ''],
  ['crawling', 1, 0, VISITED, 'crawling', ''],
  ['crawling', 0, 1, VISITED, 'crawling', ''],
  ['crawling', 0, 0, VISITED, 'finished', ''],
  ['crawling', 0, 0, START_FAILED, 'not-available', 'HTTP 500'],
  ['crawling', 2, 0, START_FAILED, 'crawling', ''],
  ['waiting', 0, 0, VISITED, 'finished', ''],
  ['crawling', 0, 0, CHANGED, 'finished', ''],
  ['crawling', 0, 1, CHANGED, 'crawling', ''],
  ['finished', 1, 0, CHANGED, 'crawling', ''],
  ['finished', 0, 0, CHANGED, 'finished', ''],
  ['waiting', 0, 0, CHANGED, 'waiting', ''],
  ['not-available', 1, 0, CHANGED, 'not-available', 'before'],
  ['session-ended', 1, 0, CHANGED, 'session-ended', 'before'],
  ['crawling', 4, 1, { kind: 'host-lost', reason: 'ERR_X' }, 'not-available', 'ERR_X'],
  ['crawling', 4, 1, { kind: 'session-ended', note: 'asks to log in' }, 'session-ended', 'asks to log in'],
  ['finished', 1, 0, { kind: 'taken-back' }, 'crawling', ''],
  ['session-ended', 5, 0, REOPENED, 'crawling', ''],
  ['not-available', 0, 0, REOPENED, 'not-available', 'before'],
  ['finished', 0, 0, REOPENED, 'finished', ''],
];

test('the status of a site after each event', () => {
  for (const [status, waiting, inFlight, event, after, note] of table) {
    const hasNote = status === 'not-available' || status === 'session-ended';
    const site: SiteThen = {
      status,
      note: hasNote ? 'before' : '',
      waiting,
      inFlight,
      isUsedUp: false,
      isLoggedOut: false,
    };
    expect(statusAfter(site, event), `${status} ${waiting} ${inFlight} ${event.kind}`).toEqual({
      status: after,
      note,
    });
  }
});

test('pages in flight when a session ended do not change that status', () => {
  const site: SiteThen = {
    status: 'session-ended',
    note: 'why',
    waiting: 0,
    inFlight: 0,
    isUsedUp: false,
    isLoggedOut: true,
  };
  for (const event of [VISITED, START_FAILED, CHANGED])
    expect(statusAfter(site, event)).toEqual({ status: 'session-ended', note: 'why' });
});

test('a site at its own page limit is finished, and continues with a higher one', () => {
  const site: SiteThen = { status: 'crawling', note: '', waiting: 5, inFlight: 0, isUsedUp: true, isLoggedOut: false };
  const usedUp = { status: 'finished', note: 'its own limit of pages' } as const;
  expect(statusAfter(site, VISITED)).toEqual(usedUp);
  expect(statusAfter(site, CHANGED)).toEqual(usedUp);
  expect(statusAfter({ ...site, inFlight: 1 }, VISITED)).toEqual({ status: 'crawling', note: '' });
  expect(statusAfter({ ...site, waiting: 0 }, VISITED)).toEqual({ status: 'finished', note: '' });
  expect(statusAfter({ ...site, ...usedUp }, CHANGED)).toEqual(usedUp);
  expect(statusAfter({ ...site, ...usedUp, isUsedUp: false }, CHANGED)).toEqual({ status: 'crawling', note: '' });
});
