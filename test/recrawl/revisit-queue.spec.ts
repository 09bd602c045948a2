import { expect } from '@playwright/test';
import fc from 'fast-check';
import { HostSchedule } from '../../src/frontier/hosts/host-schedule.ts';
import { storedTables } from '../../src/frontier/queries.ts';
import { type PlannedRevisit, RevisitQueue } from '../../src/recrawl/revisit-queue.ts';
import { openInMemory, type Store } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';
import { must } from '../in-loops.ts';

const DELAY = 10;

let store: Store;
test.beforeAll(async () => {
  store = await openInMemory();
});
test.afterAll(() => store.close());

function queueOf(hosts: readonly string[]) {
  const turns = new HostSchedule({ sql: storedTables(store).sql.hosts, delay: () => DELAY, answered: [], slow: [] }, 0);
  const at = (place: number): PlannedRevisit => {
    const host = hosts[place] ?? '';
    const url = `http://${host}/${place}`;
    return { page: place + 1, place, priority: -place, site: 1, url, host, level: 1, attempts: 0, inFull: false };
  };
  return { turns, queue: new RevisitQueue({ count: hosts.length, at, hosts: turns }) };
}

test('the first revisit whose host is free, one per host at a time and at its delay', () => {
  const { turns, queue } = queueOf(['a', 'a', 'b', 'a', 'b']);
  expect(queue.take(0)?.place).toBe(0);
  expect(queue.take(0)?.place).toBe(2);
  expect(queue.take(0)).toBeUndefined();
  turns.end('a', 0, 0);
  expect(queue.take(DELAY - 1)).toBeUndefined();
  expect(queue.nextAt()).toBe(DELAY);
  expect(queue.take(DELAY)?.place).toBe(1);
  expect(queue.isEmpty()).toBe(false);
});

test('a busy host is not requested, and postponed hosts are left out', () => {
  const { turns, queue } = queueOf(['a', 'b', 'a']);
  turns.begin('a');
  expect(queue.take(0)?.host).toBe('b');
  turns.end('a', undefined, 0);
  expect(queue.putOff('a')).toBe(2);
  expect(queue.take(0)).toBeUndefined();
  expect(queue.isEmpty()).toBe(true);
});

test('returned revisits keep the order of hosts', () => {
  const { turns, queue } = queueOf(['a', 'b', 'c', 'd', 'a', 'b', 'c']);
  const [a, b] = [queue.take(0), queue.take(0)];
  if (!a || !b) throw new Error('nothing to check');
  for (const host of ['c', 'd']) turns.begin(host);
  for (const { host } of [a, b]) turns.end(host, 0, 0);
  // `a` and `b` are free for their later checks, 4 and 5, when their first ones return, in the other order.
  turns.end('c', 0, 0);
  turns.end('d', 0, 0);
  queue.retry(b, DELAY);
  queue.retry(a, DELAY + 1);
  turns.begin('a');
  expect(queue.take(DELAY)?.place).toBe(1);
  turns.end('a', undefined, 0);
  expect(queue.take(2 * DELAY)?.place).toBe(0);
  expect(queue.take(2 * DELAY)?.place).toBe(2);
  expect(queue.take(2 * DELAY)?.place).toBe(3);
});

test('each revisit is handed out once in any order of hosts, ends and retries, and none is lost', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(2 * DELAY), retry: fc.boolean(), end: fc.nat() }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), steps, (hosts, played) => {
      const { turns, queue } = queueOf(hosts);
      const flying: PlannedRevisit[] = [];
      const done: number[] = [];
      let now = 0;
      const play = ({ wait, retry, end }: { wait: number; retry: boolean; end: number }) => {
        now += wait;
        const next = queue.take(now);
        if (next) {
          must(!flying.some(({ host }) => host === next.host), 'a host is asked for one page at a time');
          flying.push(next);
        }
        const [over] = flying.length > 0 ? flying.splice(end % flying.length, 1) : [];
        if (!over) return;
        if (retry && over.attempts < 2) queue.retry({ ...over, attempts: over.attempts + 1 }, now + 5);
        else done.push(over.place);
        turns.end(over.host, now, now);
      };
      for (const step of played) play(step);
      for (let round = 0; round < 20 * (hosts.length + 1); round++) play({ wait: DELAY, retry: false, end: 0 });
      expect(queue.isEmpty()).toBe(true);
      expect([...done].sort((a, b) => a - b)).toEqual(hosts.map((_, place) => place));
    }),
  );
});
