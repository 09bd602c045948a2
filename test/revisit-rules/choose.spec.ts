import { expect } from '@playwright/test';
import fc from 'fast-check';
import { strongest } from '../../src/revisit-rules/revisit-rule.ts';
import { test } from '../plain-test.ts';

test('the strongest pages, equal ones by smaller id', () => {
  const rows = fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.nat(45), fc.nat(), (priorities, wanted, turn) => {
      const ids = priorities.map((_, row) => (row * 7 + turn) % 41);
      const sorted = [...priorities.keys()].sort(
        (a, b) => (priorities[b] ?? 0) - (priorities[a] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
      );
      const found = strongest(
        { count: priorities.length, id: Float64Array.from(ids) },
        Float64Array.from(priorities),
        wanted,
      );
      expect(found).toEqual(sorted.slice(0, wanted));
    }),
  );
});
