import { expect } from '@playwright/test';
import { DocumentSchedule } from '../../../src/capture/network/document-schedule.ts';
import { isUsual, VisitPace } from '../../../src/capture/network/visit-pace.ts';
import { test } from '../../plain-test.ts';

const at = (path: string): URL => new URL(`http://a.test${path}`);

const frames: readonly (readonly [string, number, readonly string[], boolean])[] = [
  ['/menu', 0, ['/'], true],
  ['/index.php?part=menu', 0, ['/index.php?part=all'], true],
  ['/index.php?part=menu', 0, ['/index.php?part=1', '/index.php?part=2'], false],
  ['/index.php?part=menu', 0, ['/other', '/index.php?part=2'], true],
  ['/c', 0, ['/b', '/a', '/'], true],
  ['/d', 0, ['/c', '/b', '/a', '/'], false],
  ['/menu', 1, ['/'], false],
];
for (const [path, before, above, usual] of frames) {
  test(`${path} after ${before} documents, in ${above.join(' in ')}: ${usual ? 'usual' : 'further'}`, () => {
    const holders = above.map((one) => at(one).href);
    expect(isUsual(at(path), before, holders)).toBe(usual);
  });
}

test('a host rests between the documents of all visits, without delaying other hosts', async () => {
  const turns = new DocumentSchedule((host) => (host === 'a.test' ? 120 : 0));
  const [one, other] = [new VisitPace(turns), new VisitPace(turns)];
  const begin = performance.now();
  expect(await one.document(at('/1'))).toBeUndefined();
  expect(await other.document(new URL('http://b.test/'))).toBeUndefined();
  expect(other.waited).toBe(0);
  expect(await Promise.all([one.document(at('/2')), other.document(at('/3'))])).toEqual([undefined, undefined]);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(239);
  const askedAt = turns.askedAt(at('/'), 1_000_000);
  expect(askedAt, 'when it was asked last').toBeGreaterThanOrEqual(1_000_000 - (performance.now() - begin) + 239);
});

test('waits are cancelled with their documents, and are limited', async () => {
  const turns = new DocumentSchedule(() => 60_000);
  const pace = new VisitPace(turns);
  expect(await pace.document(at('/'))).toBeUndefined();
  expect(await pace.document(at('/'))).toBe('long delay');
  expect(await pace.document(at('/'), () => false)).toBe('left');
  expect(await pace.further(at('/'))).toBe('long delay');
});
