import { expect } from '@playwright/test';
import fc from 'fast-check';
import { LinkRows } from '../../../src/link-orders/learned/waiting-links.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

const rowOf = (number: number) => Float32Array.of(number, -number, 2 * number);

test('rows of links are correct after additions and removals', () => {
  const step = fc.record({ link: fc.nat(30), number: fc.integer({ min: 1, max: 1000 }), isGone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const rows = new LinkRows(3);
      const expected = new Map<number, number>();
      for (const { link, number, isGone } of steps) {
        if (isGone) {
          rows.delete(link);
          expected.delete(link);
        } else if (!rows.has(link)) {
          rows.add(link, rowOf(number));
          expected.set(link, number);
        }
      }
      expectSame(rows.size, expected.size);
      expectSame([...rows.links()], [...expected.keys()]);
      expectSame(rows.rows(), [...expected.values()].map(rowOf));
      for (let link = 0; link <= 30; link++) {
        const number = expected.get(link);
        expectSame(rows.get(link), number === undefined ? undefined : rowOf(number));
      }
    }),
    { seed: 7 },
  );
});

test('thousands of rows take little more than their numbers, and their places are reused', () => {
  const COLUMNS = 56;
  const rows = new LinkRows(COLUMNS);
  const row = new Float32Array(COLUMNS);
  const before = process.memoryUsage().arrayBuffers;
  for (let link = 0; link < 20_000; link++) rows.add(link, row);
  for (let link = 0; link < 20_000; link++) {
    rows.delete(link);
    rows.add(20_000 + link, row);
  }
  const taken = process.memoryUsage().arrayBuffers - before;
  expect(rows.size).toBe(20_000);
  expect(taken / 20_000).toBeLessThan(1.2 * 4 * COLUMNS);
});
