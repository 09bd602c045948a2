import { expect } from '@playwright/test';
import fc from 'fast-check';
import { explain, fitTrees, nodeMeans, predict } from '../../../src/link-orders/learned/boosted-trees.ts';
import { must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

const OPTIONS = { trees: 5, depth: 2, rate: 0.5, leastRows: 2, shrinkage: 1 };

const examplesOf = (rows: readonly (readonly number[])[], targets: readonly number[]) => ({
  columns: rows[0]?.length ?? 0,
  values: Float32Array.from(rows.flat()),
  targets: Float32Array.from(targets),
});

type Grown = { readonly column: number; readonly most: number; readonly children: readonly Grown[] } | number;

/** Slow reference for the trees: every value of a column is tried as a threshold, rows are lists. */
function predictions(rows: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const { trees, depth, rate, leastRows, shrinkage } = OPTIONS;
  const sum = (of: readonly number[], values: readonly number[]) =>
    of.reduce((all, row) => all + (values[row] ?? 0), 0);
  const grow = (of: readonly number[], residuals: readonly number[], left: number): Grown => {
    const score = (part: readonly number[]) => sum(part, residuals) ** 2 / (part.length + shrinkage);
    let best: { gain: number; column: number; most: number } | undefined;
    if (left > 0)
      for (let column = 0; column < (rows[0]?.length ?? 0); column++)
        for (const most of [...new Set(rows.map((row) => row[column] ?? 0))].sort((a, b) => a - b)) {
          const low = of.filter((row) => (rows[row]?.[column] ?? 0) <= most);
          const high = of.filter((row) => (rows[row]?.[column] ?? 0) > most);
          if (low.length < leastRows || high.length < leastRows) continue;
          const gain = score(low) + score(high) - score(of);
          if (gain > (best?.gain ?? 0) + 1e-6) best = { gain, column, most };
        }
    if (!best) return (rate * sum(of, residuals)) / (of.length + shrinkage);
    const { column, most } = best;
    const goesLeft = (row: number) => (rows[row]?.[column] ?? 0) <= most;
    const parts = [of.filter(goesLeft), of.filter((row) => !goesLeft(row))];
    return { column, most, children: parts.map((part) => grow(part, residuals, left - 1)) };
  };
  const answer = (tree: Grown, row: readonly number[]): number =>
    typeof tree === 'number' ? tree : answer(tree.children[(row[tree.column] ?? 0) <= tree.most ? 0 : 1] ?? 0, row);
  const all = rows.map((_, at) => at);
  const base = sum(all, targets) / rows.length;
  const told = rows.map(() => base);
  for (let tree = 0; tree < trees; tree++) {
    const grown = grow(
      all,
      targets.map((target, at) => target - (told[at] ?? 0)),
      depth,
    );
    for (const [at, row] of rows.entries()) told[at] = (told[at] ?? 0) + answer(grown, row);
  }
  return told;
}

test('the trees predict the same as a slow reference', () => {
  // Distinct random targets: no two splits are equally good.
  const row = fc.tuple(fc.nat(6), fc.nat(3), fc.double({ min: 0, max: 5, noNaN: true }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (drawn) => {
      const rows = drawn.map(([one, other]) => [one, other]);
      const targets = drawn.map(([, , target], at) => Math.fround(target + Math.sin(1 + 7 * at)));
      const fitted = fitTrees(examplesOf(rows, targets), OPTIONS);
      const expected = predictions(rows, targets);
      const squares = (told: readonly number[]) =>
        told.reduce((all, one, at) => all + (one - (targets[at] ?? 0)) ** 2, 0);
      const told = rows.map((one) => predict(fitted, Float32Array.from(one)));
      // If two splits gain the same, either may be taken.
      expect(Math.abs(squares(told) - squares(expected))).toBeLessThan(0.02 * (1 + squares(expected)));
    }),
    { seed: 7 },
  );
});

test('one tree with one split, by hand', () => {
  const examples = examplesOf([[0], [0], [1], [1]], [0, 2, 5, 9]);
  const trees = fitTrees(examples, { trees: 1, depth: 1, rate: 1, leastRows: 1, shrinkage: 0 });
  expect(trees.base).toBe(4);
  expect([0, 0.5, 1].map((value) => predict(trees, Float32Array.of(value)))).toEqual([1, 7, 7]);
  const drawn = fitTrees(examples, { trees: 1, depth: 1, rate: 0.5, leastRows: 1, shrinkage: 2 });
  // The residuals of each side sum up to 6: 4 - 0.5 * 6 / (2 + 2), 4 + 0.5 * 6 / (2 + 2).
  expect([0, 1].map((value) => predict(drawn, Float32Array.of(value)))).toEqual([3.25, 4.75]);
});

test('the contribution of each column to a prediction, by hand', () => {
  // A tree of depth 2: the first column splits at 0, its right side by the second at 0; leaves 0, 0 (empty), 2 and 6.
  const trees = {
    ...{ depth: 2, base: 1, columns: Uint8Array.of(0, 0, 1) },
    thresholds: Float32Array.of(0, Number.POSITIVE_INFINITY, 0),
    leaves: Float32Array.of(0, 0, 2, 6),
  };
  const examples = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ].map((row) => Float32Array.from(row));
  const means = nodeMeans(trees, examples);
  expect([...means]).toEqual([2, 0, 4]);
  const explained = (...row: number[]) => {
    const { usual, moved } = explain(trees, means, Float32Array.from(row));
    return [usual, ...moved];
  };
  expect(explained(0, 1)).toEqual([3, -2, 0]);
  expect(explained(1, 1)).toEqual([3, 2, 2]);
  expect(explained(1, 0)).toEqual([3, 2, -2]);
  // Splits without any example are not compared.
  expect(explain(trees, nodeMeans(trees, examples.slice(0, 2)), Float32Array.of(1, 1)).moved).toEqual(
    Float64Array.of(6, 0),
  );
});

test('contributions of columns sum up to the prediction', () => {
  const row = fc.tuple(fc.nat(6), fc.nat(3), fc.double({ min: 0, max: 5, noNaN: true }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (drawn) => {
      const rows = drawn.map(([one, other]) => [one, other]);
      const trees = fitTrees(
        examplesOf(
          rows,
          drawn.map(([, , target]) => target),
        ),
        OPTIONS,
      );
      const means = nodeMeans(
        trees,
        rows.slice(1).map((one) => Float32Array.from(one)),
      );
      for (const one of rows) {
        const { usual, moved } = explain(trees, means, Float32Array.from(one));
        const all = moved.reduce((sum, by) => sum + by, usual);
        must(Math.abs(all - predict(trees, Float32Array.from(one))) < 5e-5, 'the parts add up to what is predicted');
      }
    }),
    { seed: 7 },
  );
});

test('two columns that are informative only together', () => {
  const rows = Array.from({ length: 80 }, (_, at) => [at % 2, (at >> 1) % 2, at % 5]);
  const targets = rows.map(([one = 0, other = 0]) => one * other);
  const trees = fitTrees(examplesOf(rows, targets), { ...OPTIONS, trees: 40 });
  expect(predict(trees, Float32Array.of(1, 1, 3))).toBeGreaterThan(0.9);
  expect(predict(trees, Float32Array.of(1, 0, 3))).toBeLessThan(0.1);
});

test('no data to learn from, and no split', () => {
  const none = fitTrees({ columns: 2, values: new Float32Array(), targets: new Float32Array() }, OPTIONS);
  expect(predict(none, Float32Array.of(3, 4))).toBe(0);
  const alike = fitTrees(examplesOf([[1], [1], [1]], [3, 3, 3]), OPTIONS);
  expect(predict(alike, Float32Array.of(1))).toBe(3);
});

test('thousands of values of a column fall into intervals, and distant ones stay separate', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => [at]);
  const targets = rows.map(([value = 0]) => (value < 1000 ? 0 : 1));
  const trees = fitTrees(examplesOf(rows, targets), { ...OPTIONS, trees: 20 });
  expect(predict(trees, Float32Array.of(100))).toBeLessThan(0.05);
  expect(predict(trees, Float32Array.of(1900))).toBeGreaterThan(0.95);
});
