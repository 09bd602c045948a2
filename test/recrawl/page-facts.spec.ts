import { expect } from '@playwright/test';
import fc from 'fast-check';
import { PageColumns, packFacts, unpackFacts } from '../../src/recrawl/page-facts.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const page = fc.record({
  id: fc.nat(),
  site: fc.nat(500),
  group: fc.nat(5000),
  size: fc.nat(),
  last: fc.nat(400),
  signal: fc.oneof(fc.constant(Number.NaN), fc.nat(400)),
  state: fc.array(number, { minLength: 3, maxLength: 3 }),
});

test('packed facts are unpacked, one by one and column by column', () => {
  fc.assert(
    fc.property(fc.array(page, { maxLength: 30 }), (pages) => {
      const packed = pages.map(({ state, ...facts }) => packFacts(facts, state));
      const columns = new PageColumns(3, (size) => 2 * size + 1);
      // As supplied by the database: consecutive, in several pieces.
      columns.add(new Uint8Array(Buffer.concat(packed.slice(0, 7))));
      columns.add(new Uint8Array(Buffer.concat(packed.slice(7))));
      expectSame(columns.count, pages.length);
      for (const [row, { state, ...facts }] of pages.entries()) {
        const cost = 2 * facts.size + 1;
        expectSame(
          unpackFacts(packed[row] ?? new Uint8Array(), (size) => 2 * size + 1),
          { ...facts, state, cost },
        );
        const { id, site, group, size, last, signal } = columns;
        const at = (column: Float64Array) => column[row];
        const told = [facts.id, facts.site, facts.group, facts.size, facts.last, facts.signal, cost];
        expectSame([id, site, group, size, last, signal, columns.cost].map(at), told);
        expectSame([...columns.state.slice(3 * row, 3 * row + 3)], state);
      }
    }),
  );
});

test("pages with another rule's state are refused", () => {
  const facts = { id: 1, site: 1, group: 1, size: 1, last: 0, signal: Number.NaN };
  expect(() => new PageColumns(3, () => 1).add(packFacts(facts, [1, 2]))).toThrow(RangeError);
});
