import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { play, times } from './play.ts';

test('one site after the other, in the order of the list', () => {
  expect(play('sequential', [times(2, 0), times(3, 5), times(2, 1)], 6).order).toEqual([1, 1, 2, 2, 2, 3]);
});
