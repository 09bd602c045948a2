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

test('a fault of Forager’s own is reported with its place, and is no reason to try the page again', () => {
  const fault = thrown(() => new URL('no address'));
  expect(visitError(fault)).toBeInstanceOf(OwnFault);
  expect(faultText(fault)).toMatch(/^fault: TypeError: Invalid URL \([\w.:]+:\d+\)$/);
  expect(visitError(z.string().safeParse(1).error).message).toContain('fault: [ {');
  expect(visitError(new RangeError(`too\nlong${'.'.repeat(500)}`)).message.length).toBeLessThan(300);
});

test('what a page, a browser or a server does is no fault of ours, and what ends the command does', () => {
  for (const error of [new RetryVisit('HTTP 500'), new GiveUpVisit('HTTP 404'), new Error('Target closed')]) {
    expect(faultText(error)).toBeUndefined();
    expect(visitError(error)).not.toBeInstanceOf(OwnFault);
  }
  const full = new CommandFailed('the disk is full');
  expect(thrown(() => visitError(full))).toBe(full);
});
