import { expect } from '@playwright/test';
import fc from 'fast-check';
import { harvest, type PageView, type Pool, strongest } from '../../src/revisit-rules/revisit-rule.ts';
import { TICKS, ticks } from '../../src/revisit-rules/scent.ts';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, order, rule, unchanged } from './pages.ts';

test('a worked example: halved, harvested, raised by DeltaS', () => {
  const scent = rule('scent', { delta: 0.5 });
  const first = begun(scent, facts(1, { size: 999 }));
  expect(first.state[0]).toBe(ticks(Math.log(1000)));
  // After two steps every scent is 1 stronger: the key stays, Phi has grown.
  let pool: Pool = scent.pool;
  for (const step of [1, 2]) pool = scent.close(pool, { step, pages: 1, revisits: 0, sums: {} });
  expect(pool.phi).toEqual([TICKS]);
  const scentNow = (page: PageView) => (page.state[0] ?? 0) + (pool.phi?.[0] ?? 0);
  expect(scentNow(first)).toBe(ticks(Math.log(1000)) + TICKS);
  const half = Math.floor((ticks(Math.log(1000)) + TICKS) / 2);
  expect(scentNow(after(scent, first, unchanged(3, 999), pool)), 'an unchanged page earns 0').toBe(half);
  expect(scentNow(after(scent, first, changed(3, 100, 999), pool))).toBe(half + ticks(Math.log(201)));
});

const steps = fc.array(
  fc.record({
    revisits: fc.integer({ min: 0, max: 6 }),
    delta: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * TICKS })),
    found: fc.infiniteStream(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(5000))),
  }),
  { minLength: 1, maxLength: 25 },
);

test('the static key gives exactly the order of the sweep over all pages, ties included, also with varying DeltaS', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), steps, (sizes, plan) => {
      const member = rule('scent');
      // The pseudo-code of the paper: every page's scent is touched at every step.
      const swept = sizes.map((size) => ticks(Math.log1p(size)));
      let pages = sizes.map((size, id) => begun(member, facts(id, { size })));
      let pool: Pool = member.pool;
      // All steps are compared at once: a comparison costs more than a step.
      const [told, wanted]: [number[][], number[][]] = [[], []];
      for (const [index, { revisits, delta, found }] of plan.entries()) {
        const sweep = [...swept.keys()].sort((a, b) => (swept[b] ?? 0) - (swept[a] ?? 0) || a - b);
        told.push(order(member, pages, index + 1, pool));
        wanted.push(sweep);
        for (const id of sweep.slice(0, revisits)) {
          const check = { step: index + 1, kept: 10, gone: found.next().value, fresh: 0 };
          swept[id] = Math.floor((swept[id] ?? 0) / 2) + ticks(harvest(check));
          pages = pages.map((page) => (page.id === id ? after(member, page, check, pool) : page));
        }
        for (const id of swept.keys()) swept[id] = (swept[id] ?? 0) + delta;
        pool = { ...pool, phi: [(pool.phi?.[0] ?? 0) + delta] };
        told.push(pages.map((page) => (page.state[0] ?? 0) + (pool.phi?.[0] ?? 0)));
        wanted.push([...swept]);
      }
      expect(told).toEqual(wanted);
    }),
  );
});

test('a step of revisits in any order leaves the same keys', () => {
  const member = rule('scent', { delta: 1 });
  const pages = [1, 2, 3].map((id) => begun(member, facts(id)));
  const checked = (list: readonly PageView[]) =>
    list.map((page) => after(member, page, changed(1, 10 * page.id))).sort((a, b) => a.id - b.id);
  expect(checked([...pages].reverse())).toEqual(checked(pages));
});

/** Runs of ten revisits among a hundred pages: `again` of those changed before and `unprompted` of those unchanged before are found changed. */
function autoDelta(again: number, unprompted: number): number {
  const member = rule('scent');
  const [before, none] = [begun(member, facts(1)), begun(member, facts(2))];
  const known = [after(member, before, changed(1)), after(member, none, unchanged(1))];
  const sums = [0, 0, 0, 0, 0, 0];
  for (const [row, share] of [again, unprompted].entries()) {
    for (let check = 0; check < 100; check++) {
      const page = known[row];
      if (!page) throw new Error('two pages');
      const lesson = member.learn(page, check < share * 100 ? changed(2) : unchanged(2), member.pool);
      for (const [index, number] of (lesson.sums?.watch ?? []).entries()) sums[index] = (sums[index] ?? 0) + number;
    }
  }
  const pool = member.close(member.pool, { step: 2, pages: 1000, revisits: 100, sums: { watch: sums } });
  return (pool.phi?.[0] ?? 0) / TICKS;
}

test('DeltaS auto: 2 (N/n) h where one visit tells little, near 0 where it tells which pages change', () => {
  const scaled = 2 * 0.1 * Math.log(201);
  expect(autoDelta(0.5, 0.2)).toBeCloseTo(scaled, 5);
  expect(autoDelta(1, 1), 'all pages change at every step: all alike').toBeCloseTo(scaled, 5);
  expect(autoDelta(1, 0)).toBeLessThan(0.1 * scaled);
  expect(autoDelta(0, 0)).toBe(0);
});

test('only an index scan: the order is that of the stored keys', () => {
  const member = rule('scent');
  expect(member.rank).toBeUndefined();
  expect(strongest({ count: 3, id: Float64Array.of(1, 2, 3) }, Float64Array.of(-5, 7, 7), 2)).toEqual([1, 2]);
});
