import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { within } from '../../src/domain/within.ts';
import { test } from '../plain-test.ts';

test('what comes in time, or what is said of it instead; what comes late and fails harms nobody', async () => {
  expect(await within(1000, Promise.resolve('come'), () => 'late')).toBe('come');
  await expect(within(1000, Promise.reject(new Error('broken')), () => 'late')).rejects.toThrow('broken');
  const failing = sleep(60).then(() => Promise.reject(new Error('too late')));
  expect(await within(10, failing, () => 'late')).toBe('late');
  const late = () => {
    throw new Error('it takes too long');
  };
  await expect(within(10, sleep(50), late)).rejects.toThrow('it takes too long');
  await sleep(100);
});
