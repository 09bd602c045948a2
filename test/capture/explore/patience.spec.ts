import { expect } from '@playwright/test';
import { mostDryRounds, Patience } from '../../../src/capture/explore/patience.ts';
import { TechniqueYield } from '../../../src/capture/explore/technique-yield.ts';
import { test } from '../../plain-test.ts';

/** Rounds after which this test gives up a page, as the budget does. */
const MOST_ROUNDS = 200;

const patienceOf = (yields: TechniqueYield, scripts: string, countNews: () => number): Patience => {
  const layout = { pattern: 'uni.test/*', scripts };
  return new Patience({
    countNews,
    counts: (what) => yields.counts(1, layout, what),
    expected: (what, prior, weight) => yields.expected(1, layout, what, prior, weight),
    learn: (what, hasBrought) => yields.learn(1, layout, what, hasBrought),
    share: (what) => yields.share(1, layout, what),
  });
};

/** Explores a page whose listed rounds bring a link, and returns the number of rounds used. */
function explore(yields: TechniqueYield, scripts: string, productive: readonly number[]): number {
  let round = 0;
  const patience = patienceOf(yields, scripts, () => productive.filter((one) => one <= round).length);
  while (round < MOST_ROUNDS && !patience.isOver) {
    round++;
    patience.learn();
  }
  patience.end();
  return round;
}

test('the first pages with the same scripts are explored fully, later ones until rounds bring nothing', () => {
  const yields = new TechniqueYield();
  const rounds = Array.from({ length: 12 }, () => explore(yields, 'docs', []));
  expect(rounds.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => MOST_ROUNDS));
  expect(Math.max(...rounds.slice(4))).toBeLessThan(20);
  expect(rounds.at(-1)).toBeLessThan(10);
});

test('where rounds bring links to the end, exploration does not stop early', () => {
  const yields = new TechniqueYield();
  const productive = Array.from({ length: 40 }, (_, at) => 5 * at + 1);
  const rounds = Array.from({ length: 8 }, () => explore(yields, 'application', productive));
  expect(Math.min(...rounds)).toBe(MOST_ROUNDS);
});

test('exploration stops after as many unproductive rounds as brought nothing on similar pages', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 8; page++) explore(yields, 'lists', [1, 2, 3, 12]);
  const rounds = explore(yields, 'lists', [1, 2, 3, 12]);
  expect(rounds, 'the last link comes after eight in vain').toBeGreaterThanOrEqual(12);
  expect(rounds).toBeLessThan(60);
});

test('a page is worth the share of pages with the same scripts that brought links', () => {
  const yields = new TechniqueYield();
  const share = (productive: readonly number[]) => {
    const { share } = patienceOf(yields, 'docs', () => 0);
    explore(yields, 'docs', productive);
    return share;
  };
  expect(share([])).toBe(1);
  expect(share([])).toBeCloseTo(0.5, 2);
  expect(share([1])).toBeCloseTo(1 / 3, 2);
  expect(share([1])).toBeGreaterThan(0.4);
});

test('links that come after the last round count for the page', () => {
  const yields = new TechniqueYield();
  let news = 0;
  const patience = patienceOf(yields, 'docs', () => news);
  patience.learn();
  news = 1;
  patience.end();
  expect(patienceOf(yields, 'docs', () => 0).share).toBe(1);
  expect(patience.share, 'a larger budget is no other page').toBe(1);
});

test('pages with other scripts are explored fully nevertheless', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 8; page++) explore(yields, 'docs', []);
  expect(explore(yields, 'other', [])).toBe(MOST_ROUNDS);
});

test('after pages in vain, one with other scripts gets a third of the initial rounds', () => {
  const yields = new TechniqueYield();
  for (let page = 0; page < 8; page++) explore(yields, 'docs', []);
  expect(patienceOf(yields, 'other', () => 0).share).toBeCloseTo(1 / 3, 2);
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
  test(`exploration stops with ${productive} productive rounds after ${most} unproductive ones${initial === undefined ? ', once its initial rounds are over' : ''}`, () => {
    expect(mostDryRounds(initial, productive)).toBe(most);
  });
