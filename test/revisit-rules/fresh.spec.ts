import { expect } from '@playwright/test';
import { RATES, worthOfCheck } from '../../src/revisit-rules/rates.ts';
import type { PageView, Pool } from '../../src/revisit-rules/revisit-rule.ts';
import { test } from '../plain-test.ts';
import { after, begun, changed, facts, order, rule, table, unchanged } from './pages.ts';

const fresh = rule('fresh');
const page = (id: number, more = {}) => begun(fresh, facts(id, more));
const checked = (id: number, plan: readonly ('x' | '-')[], more = {}): PageView =>
  plan.reduce(
    (known, found, index) => after(fresh, known, found === 'x' ? changed(index + 1) : unchanged(index + 1)),
    page(id, more),
  );
const indexOf = (pages: readonly PageView[], now: number, pool: Pool = fresh.pool) => [
  ...(fresh.rank?.(table(pages), now, pool).priority ?? []),
];

test('the index of a page never revisited: ln(1 + size) times the mean value over the grid, where copies lose all at once', () => {
  // The curve of copies that lose everything at the first change is W itself.
  const pool = { ...fresh.pool, curve: [0, 0.6] };
  const mean = RATES.reduce((sum, rate) => sum + worthOfCheck(rate, 7), 0) / RATES.length;
  expect(indexOf([page(1)], 7, pool)[0]).toBeCloseTo(Math.log(1001) * mean, 9);
});

test('changing pages come before static ones, and known changing pages before unknown ones', () => {
  const pages = [checked(1, ['-', '-', '-', '-']), checked(2, ['x', 'x', '-', 'x']), checked(3, ['-', 'x', '-', '-'])];
  expect(order(fresh, pages, 5)).toEqual([2, 3, 1]);
});

test('a page not revisited for long returns', () => {
  const [quiet, lively] = [checked(1, ['-', '-']), { ...checked(2, ['x', 'x']), last: 60 }];
  expect(order(fresh, [quiet, lively], 61)).toEqual([1, 2]);
});

test('a page of twice the cost is worth half; a page without text nothing', () => {
  const [one = 0, two = 0, three] = indexOf([page(1), page(2, { cost: 2 }), page(3, { size: 0 })], 3);
  expect(two).toBeCloseTo(one / 2, 12);
  expect(three).toBe(0);
});

test('pages of a group are evidence for pages never revisited', () => {
  const lively = Array.from({ length: 30 }, (_, id) => checked(id, ['x', 'x', 'x'], { group: 1 }));
  const dry = Array.from({ length: 30 }, (_, id) => checked(100 + id, ['-', '-', '-'], { group: 2 }));
  const [one, two] = [page(200, { group: 1, last: 3 }), page(201, { group: 2, last: 3 })];
  const all = [...lively, ...dry, one, two];
  let pool: Pool = fresh.pool;
  for (let step = 4; step < 8; step++) pool = fresh.rank?.(table(all), step, pool).pool ?? pool;
  const [ofLively = 0, ofDry = 0] = indexOf([one, two], 8, pool);
  expect(ofLively).toBeGreaterThan(1.5 * ofDry);
});

const truthful: Pool = { ...fresh.pool, 'site 0': [400, 0, 80, 200, 200, 60] };

test('a trusted site: reported changes first, unreported pages last; other sites are unaffected', () => {
  const [said, silent, mute] = [page(1, { signal: 2 }), page(2, { signal: 0 }), page(3)];
  expect(order(fresh, [said, silent, mute], 3, truthful)).toEqual([1, 3, 2]);
  expect(order(fresh, [said, silent, mute], 3), 'not trusted yet: all alike, by id').toEqual([1, 2, 3]);
});

test('a change dated by a trusted site is learned at that step', () => {
  const late = fresh.learn(page(1, { signal: 9 }), changed(12), truthful).state;
  const told = fresh.learn(page(1), changed(12), truthful).state;
  expect(late.slice(0, 3)).toEqual([8, 1, 0]);
  expect(told.slice(0, 3)).toEqual([0, 1, Math.log(12)]);
});

test('rates drift: old observations count less', () => {
  const [old = 0] = fresh.learn(checked(1, ['-']), unchanged(301), fresh.pool).state;
  expect(old).toBeCloseTo(300 + (1 - 1 / 300) ** 300, 9);
});

test('the short memory forgets observations before a change point, by odds of 1/50 a step and its prediction error', () => {
  const quiet = checked(
    1,
    Array.from({ length: 12 }, () => '-' as const),
  );
  const [, , , , before = 0] = quiet.state;
  expect(before).toBeGreaterThan(11);
  const chance = (steps: number, seen: number) => {
    const weights = [...RATES].map((rate) => Math.exp(-rate * seen));
    const part = weights.map((weight, k) => -weight * Math.expm1(-(RATES[k] ?? 0) * steps));
    return part.reduce((sum, one) => sum + one, 0) / weights.reduce((sum, one) => sum + one, 0);
  };
  const [unforeseen, foreseen] = [chance(1, 0) / 50, (chance(1, before) * 49) / 50];
  const [, , , , after = 0, changes] = fresh.learn(quiet, changed(13), fresh.pool).state;
  expect(after).toBeCloseTo((before * foreseen) / (foreseen + unforeseen), 9);
  expect(after, 'a surprise').toBeLessThan(0.9 * before);
  expect(changes).toBe(1);
  const { sums } = fresh.learn(quiet, changed(13), fresh.pool);
  expect(sums?.foresight?.[1]).toBeCloseTo(Math.log(chance(1, before)), 9);
});

test('the memory with better recent predictions is used', () => {
  const turned = checked(1, [...Array.from({ length: 20 }, () => '-' as const), 'x', 'x', 'x']);
  const steady = checked(
    2,
    Array.from({ length: 23 }, (_, at) => (at % 6 === 5 ? ('x' as const) : ('-' as const))),
  );
  const share = (foresight: readonly number[]) => {
    const [one = 0, two = 0] = indexOf([turned, steady], 24, { ...fresh.pool, foresight });
    return one / two;
  };
  expect(share([-1, -2])).toBe(share([]));
  expect(share([-2, -1])).toBeGreaterThan(share([-1, -2]));
});

test('a vanished page is no evidence about how copies lose their value', () => {
  const gone = fresh.learn(page(1), { step: 3, kept: 0, gone: 1000, fresh: 0 }, fresh.pool);
  expect(Object.keys(gone.sums ?? {})).toEqual(['foresight']);
  expect(fresh.learn(page(1), changed(3), fresh.pool).sums).toHaveProperty('curveSums');
});
