import { expect } from '@playwright/test';
import fc from 'fast-check';
import { calibration } from '../../src/lab/statistics.ts';
import { expectSame, must } from '../in-loops.ts';
import { test } from '../plain-test.ts';

test('expected against found, by decile of the expected value', () => {
  // Twenty pages, expected to bring 0, 0.5, ... 9.5; each brought twice that.
  const pages = Array.from({ length: 20 }, (_, at) => ({ expected: at / 2, found: at }));
  const rows = calibration([...pages].reverse());
  expect(rows.length).toBe(10);
  expect(rows[0]).toEqual({ count: 2, least: 0, most: 0.5, expected: 0.25, found: 0.5 });
  expect(rows[9]).toEqual({ count: 2, least: 9, most: 9.5, expected: 9.25, found: 18.5 });
});

test('equal values are in one row', () => {
  const pages = [...Array.from({ length: 70 }, () => 0), ...Array.from({ length: 30 }, (_, at) => at + 1)];
  const rows = calibration(pages.map((expected) => ({ expected, found: 1 })));
  expect(rows.map(({ count }) => count)).toEqual([70, 10, 10, 10]);
  expect(calibration([])).toEqual([]);
});

test('every page is in one row, and rows do not overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ expected: fc.nat(30), found: fc.nat(30) })), (pages) => {
      const rows = calibration(pages);
      must(rows.length <= 10, 'there are ten rows at most');
      expectSame(
        rows.reduce((sum, { count }) => sum + count, 0),
        pages.length,
      );
      for (const [at, { least }] of rows.entries())
        if (at > 0) must(least > (rows[at - 1]?.most ?? 0), 'rows do not overlap');
      const total = (of: 'expected' | 'found') => pages.reduce((sum, page) => sum + page[of], 0);
      for (const of of ['expected', 'found'] as const)
        must(
          Math.abs(rows.reduce((sum, row) => sum + row.count * row[of], 0) - total(of)) < 5e-7,
          `rows add up to all that was ${of}`,
        );
    }),
  );
});
