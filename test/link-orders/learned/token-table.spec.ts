import { expect } from '@playwright/test';
import fc from 'fast-check';
import { TokenTable } from '../../../src/link-orders/learned/sparse-regression.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

const MET = 3;
/** Near each other and far apart, so that they share probe positions. */
const tokens = fc.oneof(
  fc.nat(30),
  fc.nat(30).map((near) => 1024 * near),
  fc.nat(2 ** 20 - 1),
);

test('it keeps the values written for each token, and none for others', () => {
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 3000, size: 'max' }), fc.array(tokens), (written, others) => {
      const table = new TokenTable();
      const counts = new Map<number, number>();
      for (const token of written) {
        const row = table.own(token);
        const count = (counts.get(token) ?? 0) + 1;
        counts.set(token, count);
        table.numbers.set([token, 0, -1, count], row);
      }
      for (const token of [...written, ...others]) {
        const row = table.of(token);
        const count = counts.get(token);
        const expected = count === undefined ? [0, 0, 0, 0] : [token, 0, -1, count];
        expectSame([...table.numbers.subarray(row, row + 4)], expected);
      }
      const { tokens: kept, numbers } = table.save(MET);
      expectSame(
        [...kept],
        [...counts.keys()].sort((a, b) => a - b),
      );
      const other = new TokenTable();
      other.load({ tokens: kept, numbers });
      expectSame(other.save(MET), { tokens: kept, numbers });
    }),
    { numRuns: 20 },
  );
});

test('tokens only read, or unknown, are not stored', () => {
  const table = new TokenTable();
  table.of(5);
  table.numbers.set([1, 0, 0, 0], table.own(6));
  table.numbers.set([1, 0, 0, 2], table.own(7));
  expect([...table.save(MET).tokens]).toEqual([7]);
});
