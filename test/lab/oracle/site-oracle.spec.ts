import { expect } from '@playwright/test';
import fc from 'fast-check';
import { siteOracle } from '../../../src/lab/oracle/site-oracle.ts';
import { expectSame, must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

const sites = (...gains: readonly (readonly number[])[]): Float64Array[] =>
  gains.map((site) => Float64Array.from(site));

test('a site with late links is worth its empty pages if there are enough', () => {
  const oracle = siteOracle(sites([1, 1, 1, 1], [0, 0, 9], []), 7);
  expect([...oracle.curve]).toEqual([0, 1, 2, 9, 10, 11, 12, 13]);
  expect(oracle.allocation(2)).toEqual([2, 0, 0]);
  expect(oracle.allocation(3)).toEqual([0, 3, 0]);
  expect(oracle.allocation(5)).toEqual([2, 3, 0]);
});

test("pages beyond the site's end bring nothing, and are left over", () => {
  const oracle = siteOracle(sites([3, 0, 0], [0]), 6);
  expect([...oracle.curve]).toEqual([0, 3, 3, 3, 3, 3, 3]);
  expect(oracle.allocation(6)).toEqual([1, 0]);
  expect([...siteOracle([], 2).curve]).toEqual([0, 0, 0]);
});

const found = (gains: Float64Array, pages: number): number =>
  gains.subarray(0, pages).reduce((sum, gain) => sum + gain, 0);

/** Tries every allocation. */
function bruteForce(gains: readonly Float64Array[], pages: number): number {
  const [site, ...others] = gains;
  if (!site) return 0;
  let best = 0;
  for (let k = 0; k <= pages; k++) best = Math.max(best, found(site, k) + bruteForce(others, pages - k));
  return best;
}

test('is the best of all allocations, for every number of pages', () => {
  const gains = fc.array(
    fc
      .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })), { maxLength: 6 })
      .map((site) => Float64Array.from(site)),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(gains, fc.integer({ min: 0, max: 12 }), (site, limit) => {
      const oracle = siteOracle(site, limit);
      for (let pages = 0; pages <= limit; pages++) {
        expectSame(oracle.curve[pages], bruteForce(site, pages));
        const given = oracle.allocation(pages);
        must(given.reduce((sum, k) => sum + k, 0) <= pages, 'no more pages are given than there are');
        expectSame(
          site.reduce((sum, one, index) => sum + found(one, given[index] ?? 0), 0),
          oracle.curve[pages],
        );
      }
    }),
  );
});
