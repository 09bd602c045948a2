import { expect } from '@playwright/test';
import fc from 'fast-check';
import { PageValues } from '../../../src/link-orders/learned/page-values.ts';
import { must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

test('a page is worth the best average over itself and its best links', () => {
  const pages = new PageValues();
  // 1; (1 + .6 * 5) / 2 = 2; (1 + .6 * (5 + 4)) / 3 = 2.133; (1 + .6 * (5 + 4 + 1)) / 4 = 1.75. Predicted values count half.
  const links = [10, 8, 2].map((predicted, at) => ({ id: at + 2, predicted }));
  expect(pages.add(1, undefined, 1, links)[0]?.value).toBeCloseTo(6.4 / 3, 6);
  expect(pages.add(9, undefined, 5, [])[0]?.value).toBe(5);
});

test('the actual value of a link counts fully, and propagates up the tree', () => {
  const pages = new PageValues();
  pages.add(1, undefined, 0, [{ id: 2, predicted: 2 }]);
  pages.add(2, 1, 0, [{ id: 3, predicted: 0 }]);
  const changed = pages.add(3, 2, 100, []);
  // .6 * 100 / 2 = 30 for its page, .6 * 30 / 2 = 9 above.
  expect(changed).toEqual([
    { id: 3, value: 100 },
    { id: 2, value: 30 },
    { id: 1, value: 9 },
  ]);
});

test('values equal the definition, computed again', () => {
  const parents = fc.array(fc.tuple(fc.nat(1000), fc.nat(20)), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(parents, (drawn) => {
      const pages = new PageValues();
      const told = new Map<number, number>();
      const tree = drawn.map(([above, reward], id) => ({ id, reward, parent: id === 0 ? undefined : above % id }));
      for (const { id, parent, reward } of tree)
        for (const one of pages.add(id, parent, reward, [])) told.set(one.id, one.value);
      const worth = (id: number): number => {
        const links = tree.filter(({ parent }) => parent === id).map((child) => worth(child.id));
        const best = links.sort((one, other) => other - one).slice(0, 6);
        let sum = tree[id]?.reward ?? 0;
        let value = sum;
        for (const [at, link] of best.entries()) {
          sum += 0.6 * link;
          value = Math.max(value, sum / (at + 2));
        }
        return value;
      };
      for (const { id } of tree)
        must(
          Math.abs((told.get(id) ?? Number.NaN) - worth(id)) < 0.05,
          `page ${id} is worth ${worth(id)}: ${told.get(id)}`,
        );
    }),
  );
});
