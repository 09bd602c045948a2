import { expect } from '@playwright/test';
import { seriesLooks } from '../../../src/lab/report/draw-figure.ts';
import { thinned } from '../../../src/lab/report/report-page.ts';
import { compareCurves } from '../../../src/lab/report/show-report.ts';
import { test } from '../../plain-test.ts';

const curve = (pages: readonly number[], mean: readonly number[], sd = pages.map(() => 0)) => ({
  web: 'w',
  strategy: 's',
  pageLimit: 100,
  pages,
  mean,
  sd,
});

test('regret and ratio at the strategy’s numbers of pages, the oracle interpolated linearly', () => {
  const oracle = curve([0, 10, 20], [0, 100, 150]);
  const strategy = curve([0, 5, 15, 20, 30], [0, 25, 100, 150, 160], [0, 5, 10, 0, 0]);
  expect(compareCurves(strategy, oracle, 'regret')).toEqual([
    { n: 0, value: 0, sd: 0 },
    { n: 5, value: 25, sd: 5 },
    { n: 15, value: 25, sd: 10 },
    { n: 20, value: 0, sd: 0 },
    { n: 30, value: -10, sd: 0 },
  ]);
  expect(compareCurves(strategy, oracle, 'ratio'), 'none where the oracle has found nothing').toEqual([
    { n: 5, value: 0.5, sd: 0.1 },
    { n: 15, value: 0.8, sd: 0.08 },
    { n: 20, value: 1, sd: 0 },
    { n: 30, value: 160 / 150, sd: 0 },
  ]);
});

test('an oracle whose first point is not (0, 0) starts there', () => {
  expect(compareCurves(curve([2, 4], [1, 1]), curve([4], [8]), 'regret').map(({ value }) => value)).toEqual([3, 7]);
});

test('long curves are thinned, with both ends and the page limits', () => {
  const pages = Array.from({ length: 10_001 }, (_, n) => n);
  const long = curve(
    pages,
    pages.map((n) => n / 3),
  );
  const { pages: kept, mean } = thinned(long, new Set([7777]));
  expect(kept.length).toBeLessThanOrEqual(501);
  expect([kept[0], kept.at(-1)]).toEqual([0, 10_000]);
  expect(kept).toContain(7777);
  expect(mean.at(-1)).toBe(3333.33);
  const few = kept.filter((n) => n <= 500).length;
  expect(few, 'a small limit has its points, too').toBeGreaterThan(80);
  for (const short of [curve([], []), curve([7], [1]), curve([0, 5, 6], [0, 1, 2])])
    expect(thinned(short, new Set())).toEqual(short);
});

test('no two of forty strategies look the same, nor like an oracle', () => {
  const names = Array.from({ length: 40 }, (_, index) => `s${index}`);
  const looks = [...seriesLooks(names, ['site oracle', 'clairvoyant']).values()];
  expect(new Set(looks.map(({ colour, dash, width }) => `${colour} ${dash} ${width}`)).size).toBe(42);
  const first = looks.slice(0, 8);
  expect(new Set(first.map(({ dash }) => dash)).size, 'they differ in black and white, too').toBe(8);
});
