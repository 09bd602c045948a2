import { expect } from '@playwright/test';
import type { RecrawlRunOptions } from '../../src/options/recrawl.ts';
import { openRecrawlRun } from '../../src/recrawl/open-run.ts';
import { claimOf, newSite, open, page, test } from '../frontier/world.ts';
import { plainRecrawl } from './changing-web.ts';

/** The pages of two sites, the first the start page that links to the others, by the characters of their texts. */
const SITES = { 'http://large.test/': [1000, 2000, 3000, 4000, 5000, 6000, 7000], 'http://small.test/': [10, 20, 30] };
const pages = Object.entries(SITES).flatMap(([start, sizes]) =>
  sizes.map((size, index) => ({ start, url: `${start}${index || ''}`, size })),
);

const descending = (a = 0, b = 0): number => b - a;

/** Cost of a check: 5 ms per character, and 100. */
const milliseconds = (size: number): number => 5 * size + 100;

/** The pages that a first recrawl run chooses, best first, by their sizes. */
async function chosen(file: string, wanted: number, options: Partial<RecrawlRunOptions>) {
  const { frontier, store } = await open(file);
  await frontier.addSites(
    Object.keys(SITES).map((start) => newSite(start)),
    1,
  );
  const sizes = new Map<number, number>();
  for (let now = 1_000_000; ; now += 1_000_000) {
    const claim = await claimOf(frontier, now);
    if (!claim) break;
    const { start, size } = pages.find(({ url }) => url === claim.url) ?? { start: '', size: 0 };
    sizes.set(claim.link, size);
    const links = pages.filter((one) => claim.url === start && one.start === start && one.url !== start);
    const read = page(
      claim,
      links.map(({ url }) => url),
    );
    await frontier.completeVisit(claim, { ...read, text: ['x'.repeat(size)] }, now + milliseconds(size));
  }
  const { cost, choice } = openRecrawlRun(store, { ...plainRecrawl, ...options }, { wanted }, 1);
  await store.close();
  return { cost, sizes: Array.from(choice.pages, (link) => sizes.get(link)) };
}

test('over all sites the strongest pages are revisited; per site, its share of them', async ({ folder }) => {
  const scent = { rule: 'scent', param: { delta: 1 } };
  const all = await chosen(`${folder}/all.sqlite`, 5, scent);
  expect(all.sizes).toEqual([7000, 6000, 5000, 4000, 3000]);
  const each = await chosen(`${folder}/site.sqlite`, 5, { ...scent, over: 'site' });
  expect([...each.sizes].sort(descending), 'of 7 and 3 pages').toEqual([7000, 6000, 5000, 4000, 30]);
});

test('with a time budget a revisit is weighed by its cost', async ({ folder }) => {
  const byPages = await chosen(`${folder}/pages.sqlite`, 10, { rule: 'fresh' });
  expect(byPages.sizes.slice(0, 3)).toEqual([7000, 6000, 5000]);
  const byTime = await chosen(`${folder}/time.sqlite`, 10, { rule: 'fresh', budgetBy: 'time' });
  expect(byTime.cost.perCharacter).toBeCloseTo(5, 6);
  expect(byTime.cost.perPage).toBeCloseTo(100, 3);
  expect(byTime.sizes.slice(0, 3).sort(descending)).toEqual([30, 20, 10]);
  expect(byTime.sizes).toHaveLength(10);
});
