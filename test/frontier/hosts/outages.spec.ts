import { expect } from '@playwright/test';
import { Outages } from '../../../src/frontier/hosts/outages.ts';
import { test } from '../../plain-test.ts';

test('after a general pause one host is requested: first the one that answered last, then each in turn', () => {
  const outages = new Outages([]);
  for (const host of ['a', 'b', 'c', 'a']) outages.answered(host);
  let now = 0;
  const fail = (host: string) => {
    const verdict = outages.failed(host, now, 'unreachable', now, now + 10);
    verdict.commit();
    now += 10;
    return verdict.of;
  };
  // `d` and `e` never answered.
  const hosts = ['a', 'b', 'c', 'd', 'e'];
  expect(['b', 'c', 'd'].map(fail)).not.toContain('all');
  expect(fail('a')).toBe('all');
  const asked: string[][] = [];
  for (let pause = 0; pause < 5; pause++) {
    now = Math.min(...hosts.map((host) => outages.until(host)));
    const due = hosts.filter((host) => outages.until(host) <= now);
    asked.push(due);
    expect(due.map(fail)[0]).toBe('all');
  }
  expect(asked).toEqual([['a'], ['c'], ['b'], ['d', 'e'], ['a']]);
});

test('a server that answers with an error ends a general outage, and is not part of one', () => {
  const outages = new Outages(['a', 'b', 'c', 'd', 'e']);
  for (const host of ['a', 'b', 'c', 'd', 'e']) {
    const verdict = outages.failed(host, 1, 'trouble', 0, 10);
    verdict.commit();
    expect(verdict.of).toBe('page');
  }
  for (const host of ['a', 'b', 'c', 'd']) outages.failed(host, 1, 'unreachable', 10, 20).commit();
  expect(outages.until('d')).toBeGreaterThan(20);
  outages.reached();
  expect(outages.until('d')).toBe(0);
});

test('of many hosts, only some are retried individually', () => {
  const hosts = Array.from({ length: 10_000 }, (_, n) => `h${n}`);
  const outages = new Outages(hosts);
  for (const host of hosts.slice(-4)) outages.failed(host, 1, 'unreachable', 0, 0).commit();
  const times = hosts.map((host) => outages.until(host));
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(60_000);
});

test('a host that answered and has not failed since is not paused, until it fails', () => {
  let isOver = false;
  const outages = new Outages(['a', 'b', 'c', 'd'], () => {
    isOver = true;
  });
  outages.answered('up');
  const fail = (host: string) => outages.failed(host, 1, 'unreachable', 0, 10).commit();
  for (const host of ['a', 'b', 'c', 'd']) fail(host);
  expect(outages.until('d')).toBeGreaterThan(0);
  expect(outages.until('up')).toBe(0);
  fail('up');
  expect(outages.until('up')).toBeGreaterThan(0);
  expect(isOver).toBe(false);
  outages.answered('a');
  expect(isOver).toBe(true);
});
