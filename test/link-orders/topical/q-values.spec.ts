import { expect } from '@playwright/test';
import { type CrawledPages, futureValue, qValues, trainFuture } from '../../../src/link-orders/topical/train-future.ts';
import { test } from '../../plain-test.ts';

interface Page {
  readonly reward: number;
  readonly terms?: readonly number[];
  /** Places in the list of pages. */
  readonly targets?: readonly number[];
}

function crawled(pages: readonly Page[], classes = 3): CrawledPages {
  const ends = (rows: readonly (readonly number[])[]) =>
    Uint32Array.from([0, ...rows.map((_, at) => rows.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0))]);
  const terms = pages.map((page) => page.terms ?? []);
  const targets = pages.map((page) => (page.targets ?? []).map((at) => 100 + at));
  return {
    ...{ discount: 0.5, classes, vocabulary: 10 },
    links: Uint32Array.from(pages, (_, at) => 100 + at),
    rewards: Float32Array.from(pages, ({ reward }) => reward),
    weights: new Float32Array(pages.length).fill(1),
    ...{ offsets: ends(terms), terms: Uint32Array.from(terms.flat()) },
    ...{ targetOffsets: ends(targets), targets: Uint32Array.from(targets.flat()) },
  };
}

test('Q is the reward of a page and half the best Q behind it, of pages visited later', () => {
  // 0 links to 1 and 2; 2 to 3; all link back to 0, and 4 was not visited.
  const values = qValues(
    crawled([
      { reward: 0, targets: [1, 2, 4] },
      { reward: 1, targets: [0] },
      { reward: 0, targets: [0, 3] },
      { reward: 8, targets: [0] },
    ]),
  );
  expect([...values]).toEqual([2, 1, 4, 8]);
});

test('a link is expected to lead to the same as links with similar text', () => {
  const papers = { reward: 8, terms: [1, 2] };
  const nothing = { reward: 0, terms: [5, 6] };
  const model = trainFuture(crawled([papers, nothing, papers, nothing, { reward: 1, terms: [3] }, nothing]));
  const of = (...terms: number[]) => futureValue(model, Uint32Array.from(terms));
  expect(of(1, 2)).toBeGreaterThan(of(3));
  expect(of(3)).toBeGreaterThan(of(5, 6));
  expect([...model.means]).toEqual([0, 1, 8]);
  expect(model.quantiles[0]).toBeCloseTo(of(5, 6), 12);
  expect(model.quantiles[100]).toBeCloseTo(of(1, 2), 12);
});

test('without any reward there is one class, and the expectation is zero', () => {
  const model = trainFuture(
    crawled([
      { reward: 0, terms: [1] },
      { reward: 0, terms: [2] },
    ]),
  );
  expect(futureValue(model, Uint32Array.from([1, 2, 9]))).toBe(0);
});
