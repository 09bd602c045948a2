import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { keep, withTimeout } from '../../src/domain/bounded.ts';
import { test } from '../plain-test.ts';

test('the one that was set first gives way, and what is there keeps its place', () => {
  const map = new Map<string, number>();
  for (const [key, value] of Object.entries({ a: 1, b: 2 })) keep(map, key, value, 2);
  keep(map, 'a', 3, 2);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  keep(map, 'c', 4, 2);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
});

test('what comes in time, or what is said of it instead; what comes late and fails harms nobody', async () => {
  expect(await withTimeout(1000, Promise.resolve('come'), () => 'late')).toBe('come');
  await expect(withTimeout(1000, Promise.reject(new Error('broken')), () => 'late')).rejects.toThrow('broken');
  const failing = sleep(60).then(() => Promise.reject(new Error('too late')));
  expect(await withTimeout(10, failing, () => 'late')).toBe('late');
  const late = () => {
    throw new Error('it takes too long');
  };
  await expect(withTimeout(10, sleep(50), late)).rejects.toThrow('it takes too long');
  await sleep(100);
});
