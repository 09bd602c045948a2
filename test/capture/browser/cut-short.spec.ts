import { expect } from '@playwright/test';
import { z } from 'zod';
import { cutShortBy } from '../../../src/capture/browser/cut-short.ts';
import { RetryVisit } from '../../../src/domain/errors.ts';
import { test } from '../../plain-test.ts';

test('what ends the acts on a page is a limit of it, unless the fault is ours: that is told with its message', () => {
  expect(cutShortBy(new RetryVisit('the page keeps going on'))).toBe('cut short');
  expect(cutShortBy(new Error('cdpSession.send: Target closed'))).toBe('cut short');
  expect(cutShortBy(new TypeError('x is not a function'))).toBe('fault: TypeError: x is not a function');
  const { error } = z.string().safeParse(1);
  expect(cutShortBy(error)).toContain('fault: [ {');
});
