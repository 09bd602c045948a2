import { expect } from '@playwright/test';
import { Outages } from '../../src/frontier/outages.ts';
import { test } from '../plain-test.ts';

test('after a pause of all one host is asked: first the one that answered last, then each in turn', () => {
  const outages = new Outages([]);
  for (const host of ['a', 'b', 'c', 'a']) outages.answered(host);
  let now = 0;
  const fail = (host: string) => {
    const verdict = outages.failed(host, now, 'unreachable', now, now + 10);
    verdict.keep();
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

test('a server that answers with an error ends the outage of all, and is no part of one', () => {
  const outages = new Outages(['a', 'b', 'c', 'd', 'e']);
  for (const host of ['a', 'b', 'c', 'd', 'e']) {
    const verdict = outages.failed(host, 1, 'trouble', 0, 10);
    verdict.keep();
    expect(verdict.of).toBe('page');
  }
  for (const host of ['a', 'b', 'c', 'd']) outages.failed(host, 1, 'unreachable', 10, 20).keep();
  expect(outages.until('e')).toBeGreaterThan(20);
  outages.reached();
  expect(outages.until('e')).toBe(0);
});
