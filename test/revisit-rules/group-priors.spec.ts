import { expect } from '@playwright/test';
import {
  allPriors,
  nextPriors,
  priorOf,
  RATES,
  uniformPrior,
  writeProbabilities,
} from '../../src/revisit-rules/rates.ts';
import type { Pool } from '../../src/revisit-rules/revisit-rule.ts';
import { test } from '../plain-test.ts';

const K = RATES.length;
const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The pool after one step on groups of pages that were all unchanged over the given steps, or changed that often in as
 * many checks a step apart.
 */
function learned(pool: Pool, groups: readonly { pages: number; unchanged: number; changes: number }[]): Pool {
  const [sums, counts] = [new Float64Array(groups.length * K), new Float64Array(groups.length)];
  const priors = allPriors(pool, groups.length);
  for (const [group, { pages, unchanged, changes }] of groups.entries()) {
    const chances = new Float64Array(K);
    writeProbabilities(chances, { unchangedRuns: unchanged, changes, logRecrawlRuns: 0 }, priors, group * K);
    for (let k = 0; k < K; k++) sums[group * K + k] = pages * (chances[k] ?? 0);
    counts[group] = pages;
  }
  return { ...pool, ...nextPriors(sums, counts) };
}

const steps = (count: number, groups: Parameters<typeof learned>[1]): Pool => {
  let pool: Pool = {};
  for (let step = 0; step < count; step++) pool = learned(pool, groups);
  return pool;
};

test('without data: every rate equally likely', () => {
  expect(total(uniformPrior)).toBeCloseTo(1, 12);
  expect(priorOf({}, 7)).toEqual(uniformPrior);
});

test('priors are probabilities, and exclude no rate after any data', () => {
  const pool = steps(50, [
    { pages: 1000, unchanged: 300, changes: 0 },
    { pages: 1000, unchanged: 0, changes: 300 },
  ]);
  for (const prior of Object.values(pool)) expect(total(prior)).toBeCloseTo(1, 9);
  for (const chance of priorOf(pool, 99)) expect(chance).toBeGreaterThan(0.003);
});

test('a group learns from its pages; one with few pages borrows from all', () => {
  const pool = steps(20, [
    { pages: 1000, unchanged: 200, changes: 0 },
    { pages: 200, unchanged: 2, changes: 60 },
    { pages: 1, unchanged: 2, changes: 60 },
  ]);
  const lively = (group: number) => total(priorOf(pool, group).slice(RATES.indexOf(1)));
  expect(lively(0)).toBeLessThan(0.05);
  expect(lively(1)).toBeGreaterThan(0.9);
  expect(lively(2)).toBeGreaterThan(lively(0));
  expect(lively(2)).toBeLessThan(0.5);
  expect(priorOf(pool, 3), 'a group not met yet').toEqual(pool.prior);
});
