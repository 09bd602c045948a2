import { expect } from '@playwright/test';
import { z } from 'zod';
import { faultText, visitError } from '../../../src/capture/network/visit-error.ts';
import { CommandFailed, GiveUpVisit, OwnFault, RetryVisit } from '../../../src/domain/errors.ts';
import { test } from '../../plain-test.ts';

const thrown = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test('an internal error is reported with its place, and the page is not retried', () => {
  const fault = thrown(() => new URL('no address'));
  expect(visitError(fault)).toBeInstanceOf(OwnFault);
  expect(faultText(fault)).toMatch(/^fault: TypeError: Invalid URL \([\w.:]+:\d+\)$/);
  expect(visitError(z.string().safeParse(1).error).message).toContain('fault: [ {');
  expect(visitError(new RangeError(`too\nlong${'.'.repeat(500)}`)).message.length).toBeLessThan(300);
});

test('errors of a page, browser or server are not internal errors, and neither are those that end the command', () => {
  for (const error of [new RetryVisit('HTTP 500'), new GiveUpVisit('HTTP 404'), new Error('Target closed')]) {
    expect(faultText(error)).toBeUndefined();
    expect(visitError(error)).not.toBeInstanceOf(OwnFault);
  }
  const full = new CommandFailed('the disk is full');
  expect(thrown(() => visitError(full))).toBe(full);
});
