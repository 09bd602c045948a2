import type { LivePage } from '../browser/live-page.ts';
import type { Budget } from '../explore/gestures.ts';
import { PageExplorer } from '../explore/page-explorer.ts';
import type { HarvestAgain } from '../loaded-page.ts';
import type { Technique } from './technique.ts';

const SMALL: Budget = { acts: 500, inside: 400, rounds: 15, mostRounds: 200, dryRounds: 6 };
const LARGE: Budget = { acts: 5000, inside: 5000, rounds: 100, mostRounds: 500, dryRounds: 50 };

/**
 * Links that appear on interaction: presses, hovers, focuses, types into and drags elements with listeners, newest
 * first, including added ones. Tries more of the elements of one kind with equal effect as long as they bring links.
 */
export const events: Technique = {
  name: 'event',
  level: 'active',
  price: 0.4,
  actsOnControls: true,
  summary: 'what clicks, hovers, keys and other events bring, within a small budget',
  act: (page, harvest) => actOn(page, SMALL, harvest),
};

/** The same technique with a budget that is seldom used up. */
export const moreEvents: Technique = {
  name: 'more-events',
  level: 'thorough',
  summary: 'the same within a large budget, where the small one was used up',
  async act(page, harvest) {
    if (!page.tab.limits.delete('actions')) return;
    await actOn(page, LARGE, harvest);
  },
};

async function actOn(page: LivePage, budget: Budget, harvest: HarvestAgain): Promise<void> {
  page.acting ??= new PageExplorer(page);
  await page.acting.go(budget, harvest);
}
