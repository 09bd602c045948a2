import { expect } from '@playwright/test';
import { HostSchedule } from '../../../src/frontier/hosts/host-schedule.ts';
import { Hosts } from '../../../src/frontier/hosts/hosts.ts';
import { storedTables } from '../../../src/frontier/queries.ts';
import { openInMemory } from '../../../src/storage/open.ts';
import { test } from '../../plain-test.ts';

const HOST = 'uni.edu';
const hosts = (delay = 1000, slow: ConstructorParameters<typeof Hosts>[1] = []) => new Hosts(() => delay, slow);

/** One request at a time; returns the time of the next. */
function ask(all: Hosts, at: number, busy?: { readonly retryAfter: number | undefined }): number {
  all.begin(HOST);
  if (busy) all.slowDown(HOST, 1, busy.retryAfter, at);
  all.end(HOST, at);
  return all.freeAt(HOST) ?? 0;
}

test('one page at a time, and the delay from the request on', () => {
  const all = hosts();
  expect(all.freeAt(HOST)).toBe(0);
  all.begin(HOST);
  expect(all.freeAt(HOST)).toBeUndefined();
  expect(all.end(HOST, 5000)).toBeUndefined();
  expect(all.freeAt(HOST)).toBe(6000);
});

test('a host without a request keeps its time', () => {
  const all = hosts();
  ask(all, 5000);
  all.begin(HOST);
  all.end(HOST, undefined);
  expect(all.freeAt(HOST)).toBe(6000);
});

test('a busy host is requested half as often each time, up to five minutes, and recovers step by step', () => {
  const all = hosts();
  const busy = { retryAfter: undefined };
  expect([1, 2, 3].map(() => ask(all, 0, busy))).toEqual([2000, 3000, 5000]);
  for (let times = 0; times < 20; times++) ask(all, 0, busy);
  expect(ask(all, 0, busy)).toBe(301_000);
  const gaps = Array.from({ length: 14 }, (_, index) => ask(all, 1e7 * (index + 1)) - 1e7 * (index + 1));
  expect(gaps.slice(0, 3)).toEqual([151_000, 76_000, 38_500]);
  expect(gaps.at(-1)).toBe(1000);
});

test('a host without a delay slows down, too', () => {
  expect(ask(hosts(0), 0, { retryAfter: undefined })).toBe(1000);
});

test('Retry-After is respected, up to an hour', () => {
  expect(ask(hosts(), 0, { retryAfter: 90_000 })).toBe(90_000);
  expect(ask(hosts(), 0, { retryAfter: 1e9 })).toBe(3_600_000);
  expect(ask(hosts(), 0, { retryAfter: 0 })).toBe(2000);
});

test('a host that is busy for long is given up, later if it announced its return', () => {
  const never = hosts();
  const refused = (all: Hosts, at: number, retryAfter?: number, link = 1) => {
    all.begin(HOST);
    const { givenUp } = all.slowDown(HOST, link, retryAfter, at);
    all.end(HOST, at);
    return givenUp;
  };
  let at = 0;
  let tries = 1;
  for (; !refused(never, at); tries++) at = never.freeAt(HOST) ?? 0;
  expect([tries, at < 600_000, never.freeAt(HOST)]).toEqual([10, true, Number.POSITIVE_INFINITY]);
  const told = hosts();
  expect(refused(told, 0, 3_600_000)).toBeUndefined();
  expect(refused(told, 3_600_000, 30_000)).toEqual({ of: 'host', why: 'busy for an hour' });
  const served = hosts();
  for (let hour = 0; hour < 5; hour++) {
    expect(refused(served, hour * 3_600_000, 3_600_000, hour), 'it serves pages in between').toBeUndefined();
    ask(served, hour * 3_600_000 + 1);
  }
});

test('a page that is refused while its host serves others is given up alone', () => {
  const all = hosts();
  const refused = (link: number, at: number) => all.slowDown(HOST, link, undefined, at).givenUp;
  for (let times = 0; times < 5; times++) {
    expect(refused(1, times)).toBeUndefined();
    all.begin(HOST);
    all.end(HOST, times);
  }
  expect(refused(2, 9)).toBeUndefined();
  expect(refused(1, 9)).toEqual({ of: 'page', why: '5 times while others were served' });
});

test('lessons of an earlier run stay valid', () => {
  const all = hosts(1000, [{ host: HOST, extraDelay: 4000, notBefore: 50_000 }]);
  expect(all.freeAt(HOST)).toBe(50_000);
  all.begin(HOST);
  expect(all.end(HOST, 60_000)).toEqual({ host: HOST, extraDelay: 2000, notBefore: 50_000 });
  expect(all.freeAt(HOST)).toBe(63_000);
});

test('overloading hosts share a tenth of the time while others are ready, otherwise they have all of it', async () => {
  const store = await openInMemory();
  const turns = new HostSchedule({ sql: storedTables(store).sql.hosts, delay: () => 0, answered: [], slow: [] }, 0);
  const isFree = (host: string, now: number) => (turns.freeAt(host, now) ?? Number.POSITIVE_INFINITY) <= now;
  for (const host of ['good', 'a', 'b']) turns.begin(host);
  turns.markOverloading('a', 0);
  turns.markOverloading('b', 0);
  // While the one is in flight, the other does not start, though its own page is over.
  turns.end('a', 0, 1000);
  expect([isFree('a', 1000), turns.mustYield('a', 1000), turns.mustYield('good', 1000)]).toEqual([false, true, false]);
  turns.end('b', 0, 2000);
  // Nine times one second, and nine times two.
  expect([isFree('a', 27_999), isFree('a', 28_000), isFree('b', 28_000)]).toEqual([false, true, true]);
  // A page that does not overload the machine ends its host's penalty.
  turns.begin('a');
  turns.end('a', 20_000, 20_000);
  expect([isFree('a', 20_000), isFree('b', 20_000)]).toEqual([true, false]);
  turns.end('good', 20_000, 20_000);
  turns.begin('a');
  turns.markOverloading('a', 20_000);
  turns.end('a', 20_000, 22_000);
  expect([isFree('a', 29_999), isFree('a', 30_000), isFree('b', 30_000)]).toEqual([false, true, true]);
});
