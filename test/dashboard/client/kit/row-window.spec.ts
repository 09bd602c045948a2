import { expect } from '@playwright/test';
import fc from 'fast-check';
import { rowWindow, scrollTopFor } from '../../../../src/dashboard/client/kit/row-window.ts';
import { must } from '../../../in-loops.ts';
import { test } from '../../../plain-test.ts';

const ROW = 30;
const lists = fc.record({
  count: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 500_000, max: 100_000_000 })),
  shown: fc.integer({ min: ROW, max: 2000 }),
});
/** The rows that are fully visible. */
function inSight(view: Parameters<typeof rowWindow>[0]): { from: number; to: number } {
  const { origin } = rowWindow(view);
  const offset = view.scrollTop - origin;
  return { from: Math.ceil(offset / ROW - 1e-3), to: Math.floor((offset + view.shown) / ROW + 1e-3) - 1 };
}

test("a list within the browser's height limit is as tall as its rows", () => {
  const view = { count: 1000, rowHeight: ROW, shown: 300, scrollTop: 3000 };
  expect(rowWindow(view)).toEqual({ height: 30_000, first: 88, end: 122, origin: 0 });
});

test("a list of a million rows stays within the limit, and ends at its element's end", () => {
  const view = { count: 1_000_000, rowHeight: ROW, shown: 600, scrollTop: 0 };
  const { height } = rowWindow(view);
  expect(height).toBe(16_000_000);
  const end = { ...view, scrollTop: height - view.shown };
  expect(rowWindow(end).end).toBe(1_000_000);
  expect(inSight(end).to).toBe(999_999);
  expect(rowWindow(end).origin + 1_000_000 * ROW).toBeCloseTo(height, 3);
  const middle = rowWindow({ ...view, scrollTop: (height - view.shown) / 2 });
  expect((middle.first + middle.end) / 2).toBeCloseTo(500_000, -1);
});

test('each row can be scrolled into view, and is drawn then', () => {
  const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lists, steps, ({ count, shown }, places) => {
      let view = { count, rowHeight: ROW, shown, scrollTop: 0 };
      for (const place of count === 0 ? [] : places) {
        const row = Math.min(count - 1, Math.floor(place * count));
        view = { ...view, scrollTop: scrollTopFor(row, view) };
        const { first, end, height } = rowWindow(view);
        must(view.scrollTop <= Math.max(0, height - shown), 'it does not scroll beyond the end');
        must(first <= row && row < end, 'the row is drawn');
        const { from, to } = inSight(view);
        must(from <= row && row <= Math.max(from, to), 'the row is in sight');
        // A visible row is not scrolled.
        must(Math.abs(scrollTopFor(row, view) - view.scrollTop) < 5e-4, 'what is in sight stays where it is');
      }
    }),
    { endOnFailure: true, numRuns: 50 },
  );
});
