import { expect } from '@playwright/test';
import { mostDryRounds, Patience } from '../../../src/capture/explore/patience.ts';
import { TechniqueYield } from '../../../src/capture/explore/technique-yield.ts';
import { test } from '../../plain-test.ts';

/** Rounds after which a page is given up by this test, as by the budget. */
const MOST_ROUNDS = 200;

/** Explores a page whose rounds bring a link where they are named, and tells how many rounds that took. */
function explore(yields: TechniqueYield, scripts: string, productive: readonly number[]): number {
  const layout = { pattern: 'uni.test/*', scripts };
  let round = 0;
  const patience = new Patience({
    countNews: () => productive.filter((one) => one <= round).length,
    tried: (what) => yields.tried(1, layout, what),
    expected: (what, prior, weight) => yields.expected(1, layout, what, prior, weight),
    learn: (what, hasBrought) => yields.learn(1, layout, what, hasBrought),
  });
  while (round < MOST_ROUNDS && !patience.isOver) {
    round++;
    patience.learn();
  }
  return round;
}

test('the first pages with the same scripts are gone through, and others are left where rounds bring nothing', () => {
  const yields = new TechniqueYield();
  const rounds = Array.from({ length: 12 }, () => explore(yields, 'docs', []));
  expect(rounds.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => MOST_ROUNDS));
  expect(Math.max(...rounds.slice(4))).toBeLessThan(20);
  expect(rounds.at(-1)).toBeLessThan(10);
});

test('where rounds bring links to the end, a page is not left before', () => {
  const yields = new TechniqueYield();
  const productive = Array.from({ length: 40 }, (_, at) => 5 * at + 1);
  const rounds = Array.from({ length: 8 }, () => explore(yields, 'application', productive));
  expect(Math.min(...rounds)).toBe(MOST_ROUNDS);
});

test('a page is left after as many rounds without success as have brought nothing to others of its kind', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 8; page++) explore(yields, 'lists', [1, 2, 3, 12]);
  const rounds = explore(yields, 'lists', [1, 2, 3, 12]);
  expect(rounds, 'the last link comes after eight in vain').toBeGreaterThanOrEqual(12);
  expect(rounds).toBeLessThan(60);
});

test('pages with other scripts are gone through all the same', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 8; page++) explore(yields, 'docs', []);
  expect(explore(yields, 'other', [])).toBe(MOST_ROUNDS);
});

for (const [initial, productive, most] of [
  [6, 0, 6],
  [6, 1, 8],
  [6, 4, 14],
  [6, 50, 18],
  [undefined, 0, 4],
  [undefined, 3, 10],
  [undefined, 50, 16],
] as const)
  test(`a page with ${productive} productive rounds is left after ${most} unproductive ones${initial === undefined ? ', once its initial rounds are over' : ''}`, () => {
    expect(mostDryRounds(initial, productive)).toBe(most);
  });
