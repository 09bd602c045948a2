import { expect } from '@playwright/test';
import type { Group } from '../../../src/capture/explore/candidate.ts';
import { byTurn } from '../../../src/capture/explore/groups.ts';
import { test } from '../../plain-test.ts';

const UNTRIED = { isTried: false, hasBrought: false };
const IN_VAIN = { isTried: true, hasBrought: false };
const PRODUCTIVE = { isTried: true, hasBrought: true };

/** Groups without actions, which differ by the results of their kind. */
const group = (kind: Pick<Group['kind'], 'isTried' | 'hasBrought'>, more: Partial<Group> = {}): Group => ({
  kind: { name: 'press', isSkipped: false, ...kind },
  ...{ acts: [], dryRounds: 0, unproductive: 0, tries: 0, successes: 0, isTried: false, fresh: 0 },
  labels: new Set(),
  ...more,
});

test('kinds of acts that brought and opened nothing come last, all others in the order of the page', () => {
  const groups = [
    group(IN_VAIN),
    group(UNTRIED),
    group(IN_VAIN, { hasOpened: true }),
    group(IN_VAIN, { hasLed: true }),
    group(PRODUCTIVE),
  ];
  expect(groups.toSorted(byTurn).map((one) => groups.indexOf(one))).toEqual([1, 2, 3, 4, 0]);
});
