import { expect } from '@playwright/test';
import { retryAfter } from '../../../src/capture/network/answer-rules.ts';
import { test } from '../../plain-test.ts';

test('Retry-After is seconds or a date; anything else is ignored', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7);
  const told = (text: string) => retryAfter({ 'retry-after': text }, now);
  expect(['0', ' 120 ', '007'].map(told)).toEqual([0, 120_000, 7000]);
  const dates = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];
  expect(dates.map(told)).toEqual([30_000, 30_000, 30_000]);
  expect(told('Sat, 05 Nov 1994 08:49:37 GMT')).toBe(0);
  for (const text of ['', '-1', '60;', '1.5', '+5', '60 seconds', '1e3', 'soon', 'Sun, tomorrow', '0x10'])
    expect([text, told(text)]).toEqual([text, undefined]);
  expect(retryAfter({}, now)).toBeUndefined();
});
