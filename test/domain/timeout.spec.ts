import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { withTimeout } from '../../src/domain/timeout.ts';
import { test } from '../plain-test.ts';

test('the result if in time, otherwise that of `late`; a later failure is ignored', async () => {
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
