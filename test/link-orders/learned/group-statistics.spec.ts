import { expect } from '@playwright/test';
import { COLUMNS, GroupStatistics } from '../../../src/link-orders/learned/group-statistics.ts';
import { featuresOf, GROUPS, SECTION } from '../../../src/link-orders/learned/link-features.ts';
import { test } from '../../plain-test.ts';
import { candidate } from './candidate.ts';

const place = (name: string) => 3 * GROUPS.findIndex((group) => group.name === name);

test('group means shrink towards those of the coarser group, by two examples', () => {
  const statistics = new GroupStatistics();
  const seen = featuresOf(candidate({}));
  statistics.add(seen, 3, 4);
  // All: 3 / 3, 4 / 3. Its site: (3 + 2 * 1) / 3, (4 + 2 * 4 / 3) / 3.
  const row = statistics.row(seen);
  expect(row).toHaveLength(COLUMNS);
  expect([...row.subarray(place('all links'), place('all links') + 2)].map((value) => value.toFixed(3))).toEqual([
    '1.000',
    '1.333',
  ]);
  expect([...row.subarray(place('site'), place('site') + 3)].map((value) => value.toFixed(3))).toEqual([
    ...['1.667', '2.222', '0.693'],
  ]);
  // For another site it knows the overall means only.
  const other = statistics.row(featuresOf(candidate({ site: 2, url: 'http://b.test/x' })));
  expect(other[place('site')]).toBeCloseTo(1, 5);
  expect(other[place('site') + 2]).toBe(0);
});

test('changed values are included, and visits are counted', () => {
  const statistics = new GroupStatistics();
  const seen = featuresOf(candidate({}));
  expect(statistics.visited(seen, SECTION)).toBe(0);
  statistics.add(seen, 0, 1);
  statistics.shift(seen, 2);
  expect(statistics.row(seen)[place('all links') + 1]).toBeCloseTo(3 / 3, 5);
  expect(statistics.visited(seen, SECTION)).toBe(1);
});
