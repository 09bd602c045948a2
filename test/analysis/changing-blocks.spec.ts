import { expect } from '@playwright/test';
import { compareBlocks, type Evidence, type EvidenceKind, lastingBlocks } from '../../src/analysis/changing-blocks.ts';
import { createRandom } from '../../src/domain/random.ts';
import { test } from '../plain-test.ts';

type Known = Map<number, Evidence & { kind: EvidenceKind }>;

function learn(known: Known, before: readonly string[], after: readonly string[], atOnce = false): void {
  for (const { key, kind, ...seen } of compareBlocks(before, after, known, atOnce)) {
    const { flips, stays, returns } = known.get(key) ?? { flips: 0, stays: 0, returns: 0 };
    const sum = { flips: flips + seen.flips, stays: stays + seen.stays, returns: returns + seen.returns };
    known.set(key, { kind, ...sum });
  }
}

const banners = ['Open day in May', 'Visit the museum', 'Apply by Monday', 'A new library', 'Choir seeks singers'];
const random = createRandom('banners');

/** A page with a clock, a banner, news shifted by one item each day, and a visitor counter. */
const page = (title: string, day: number, news = day): string[] => [
  'University',
  `It is ${day % 24}:0${day % 10} o'clock on day ${day}`,
  'Home Contact',
  random.pick(banners),
  title,
  'A paragraph that stays as it is.',
  'News',
  ...[0, 1, 2, 3].map(
    (back) => `Item ${news - back} about ${['rocks', 'stars', 'words', 'trees', 'bees'][(news - back) % 5]}`,
  ),
  `${1000 + 7 * day} visitors`,
];

test('clock, counter and banner are learned within a few versions; the news count', () => {
  const known: Known = new Map();
  const last = new Map<string, string[]>();
  for (let day = 10; day < 18; day++) {
    for (const title of ['Rocks', 'Stars', 'Trees']) {
      const now = page(title, day);
      const before = last.get(title);
      if (before) learn(known, before, now);
      last.set(title, now);
    }
  }
  // Also on a page that was not seen before.
  for (const title of ['Stars', 'Bees']) {
    const today = page(title, 60, 30);
    expect(lastingBlocks(today, known)).toEqual([
      'University',
      'Home Contact',
      title,
      'A paragraph that stays as it is.',
      'News',
      ...today.slice(7, 11),
    ]);
  }
});

test('two fetches at once show which blocks differ at every fetch', () => {
  const known: Known = new Map();
  const text = (clock: string, banner: string) => ['Head', `It is ${clock}`, 'Menu', banner, 'Foot'];
  learn(known, text('12:30', 'Open day'), text('12:31', 'Museum'), true);
  expect(lastingBlocks(text('15:00', 'Library'), known)).toEqual(['Head', 'Menu', 'Foot']);
});

test('a block rewritten daily is not a banner, a block that rarely changes is not a clock', () => {
  const known: Known = new Map();
  let before: string[] | undefined;
  for (let day = 0; day < 30; day++) {
    const story = `Story ${'abcdefghijklmnopqrstuvwxyzäöüß'[day]}`;
    const now = ['Head', 'Today', story, 'Menu', `${Math.floor(day / 6)} professors`, 'Foot'];
    if (before) learn(known, before, now);
    before = now;
  }
  expect(lastingBlocks(['Head', 'Today', 'Story z', 'Menu', '9 professors', 'Foot'], known)).toHaveLength(6);
});
