import { expect } from '@playwright/test';
import type { Later } from '../../../src/link-orders/background-work.ts';
import { type Examples, fitHere, type Trees } from '../../../src/link-orders/learned/boosted-trees.ts';
import { featuresOf, GROUPS } from '../../../src/link-orders/learned/link-features.ts';
import { LinkModel } from '../../../src/link-orders/learned/link-model.ts';
import { test } from '../../plain-test.ts';
import { candidate } from './candidate.ts';

const link = (at: number) => ({
  id: at,
  features: featuresOf(candidate({ url: `http://a.test/${at % 2 ? 'good' : 'bad'}/${at}`, anchor: `${at}` })),
});

test('trees are fitted to 20 visits, used five later, and fitted again after ten visits or a tenth more', () => {
  const fits: { rows: number; visits: number }[] = [];
  let visits = 0;
  let asked = 0;
  const begin = (examples: Examples): Later<Trees> => {
    fits.push({ rows: examples.targets.length, visits });
    const fit = fitHere(examples);
    return {
      ...fit,
      arrives: Promise.resolve(),
      result() {
        asked++;
        return fit.result();
      },
    };
  };
  const model = new LinkModel(undefined, begin);
  const due: number[] = [];
  for (visits = 1; visits <= 130; visits++) {
    if (model.isDue) due.push(visits);
    model.learn(link(visits), undefined, visits % 2 ? 5 : 0, []);
    model.expected(link(visits).features);
    if (visits === 24) expect(asked).toBe(0);
    if (visits === 25) expect(asked).toBe(1);
  }
  const at = [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 121];
  expect(fits).toEqual(at.map((visit) => ({ rows: visit, visits: visit })));
  expect(due).toEqual(at.map((visit) => visit + 5));
});

test('it expects of a link the mean of its kind, and more if little is known', () => {
  const model = new LinkModel(undefined, fitHere);
  for (let visit = 1; visit <= 60; visit++) model.learn(link(visit), undefined, visit % 2 ? 7 : 0, []);
  const expected = (at: number) => model.expected(link(at).features);
  expect(expected(101)).toBeGreaterThan(expected(100) + 0.4);
  const unseen = featuresOf(candidate({ url: 'http://a.test/other/x', anchor: 'something else' }));
  expect(model.score(unseen) - model.expected(unseen)).toBeGreaterThan(
    model.score(link(100).features) - expected(100) + 0.3,
  );
});

test('contributions of features sum up to the expectation, those of trees are listed by feature', () => {
  const model = new LinkModel(undefined, fitHere);
  const sum = (at: number) => [...model.parts(link(at).features).values()].reduce((all, by) => all + by, 0);
  for (let visit = 1; visit <= 60; visit++) {
    model.learn(link(visit), undefined, visit % 2 ? 7 : 0, []);
    expect(sum(101)).toBeCloseTo(model.expected(link(101).features), 4);
  }
  const folder = GROUPS.findIndex(({ name }) => name === 'first folder');
  const by = (at: number) => model.parts(link(at).features).get(folder) ?? 0;
  expect(by(101)).toBeGreaterThan(by(100));
});
