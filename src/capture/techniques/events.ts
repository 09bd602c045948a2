import { Actor } from '../acts/actor.ts';
import { type Attempt, Attempts } from '../acts/attempts.ts';
import type { LivePage } from '../browser/live-page.ts';
import type { Technique } from './technique.ts';

/** What may be spent on one page. */
interface Budget {
  readonly acts: number;
  /** Elements in which one that listens for others is asked about. */
  readonly within: number;
  /** Rounds that brought nothing, one after the other, those that changed much counted several times: then the page is left. */
  readonly barren: number;
  /** At first … */
  readonly milliseconds: number;
  /** … and at most: each link gives a little more. */
  readonly atMost: number;
}

const SMALL: Budget = { acts: 500, within: 400, barren: 6, milliseconds: 400, atMost: 8000 };
const LARGE: Budget = { acts: 5000, within: 5000, barren: 200, milliseconds: 20_000, atMost: 80_000 };
/** What a round that brought links adds to the time, in milliseconds. */
const FOR_LINKS = 1000;

/** Rounds in a row that must have brought nothing before time counts: the machine may be busy. */
const LEAST_BARREN = 4;
/** One that brought so many elements and no link, such as a long menu, costs as much as two; … */
const COSTLY = 400;
/** … one that brought more, as much as so many more at most. */
const MOST_COSTLY = 3;

/** Acts that are done without a look at the page between them, as long as they change nothing. */
const BATCH = 25;
/** Plans in a row that had nothing new, after which the page is planned for in one round of so many only. */
const VAIN = 5;
const SELDOM = 8;
/** How much time passes after acts, in milliseconds of the page's time: animations and delays are over then. */
const AFTER_ACTS = 5000;

/**
 * What a person brings about: elements that listen are pressed, hovered, focused, typed into, dragged and so on, the
 * newest first, and what that adds is acted on in its turn. Of elements of one kind that do the same, more are tried as
 * long as they bring links.
 */
export const events: Technique = {
  name: 'event',
  level: 'active',
  isCostly: true,
  summary: 'what clicks, hovers, keys and other events bring, within a small budget',
  act: (page, harvest) => actOn(page, SMALL, harvest),
};

/** The same with a budget that is seldom used up. */
export const moreEvents: Technique = {
  name: 'more-events',
  level: 'thorough',
  summary: 'the same within a large budget, where the small one was used up',
  async act(page, harvest) {
    if (!page.tab.limits.delete('actions')) return;
    await actOn(page, LARGE, harvest);
  },
};

/** Whether the page shows what a link leads to that was pressed: it is another page now. */
const hasFollowed = ({ tab }: LivePage, last: Attempt | undefined): boolean =>
  last?.planned.href !== undefined && tab.page.url() === last.planned.href;

/** What was begun on each page: with a larger budget it is gone on with. */
const begun = new WeakMap<LivePage, { readonly actor: Actor; readonly attempts: Attempts }>();

async function actOn(page: LivePage, budget: Budget, harvest: () => Promise<number>): Promise<void> {
  const begin = performance.now();
  let end = begin + budget.milliseconds;
  let barren = 0;
  /** Whether the page has changed since the last plan, and plans in a row that had nothing new. */
  let isToPlan = false;
  let vain = 0;
  let isActed = false;
  let isElsewhere = false;
  const { actor, attempts } = begun.get(page) ?? { actor: new Actor(page), attempts: new Attempts(page) };
  begun.set(page, { actor, attempts });
  attempts.add(await actor.plan(budget.within));
  if (attempts.isEmpty) return;
  await page.remember();
  for (let left = budget.acts, rounds = 1; left > 0 && !page.isTooLarge; rounds++) {
    // Acts may have made others listen though nothing is to be seen of it.
    if (attempts.isEmpty && (isActed || actor.hasMoreListeners)) {
      attempts.add(await actor.plan(budget.within));
      isActed = false;
    }
    if (attempts.isEmpty) break;
    const batch = attempts.next(Math.min(BATCH, left));
    const observed = page.observed.length;
    const { done, hasChanged } = await actor.perform(batch.map(({ planned }) => planned));
    const isMoved = await page.settle(AFTER_ACTS);
    isElsewhere = hasFollowed(page, batch[done - 1]);
    if (isElsewhere) break;
    const found = isMoved ? (await harvest()) + page.observed.length - observed : 0;
    barren = found > 0 ? 0 : barren + 1 + Math.min(MOST_COSTLY, Math.floor(page.arrivals / COSTLY));
    if (found > 0) end = Math.min(begin + budget.atMost, Math.max(end, performance.now() + FOR_LINKS));
    left -= done;
    isActed = true;
    attempts.judge(batch, done, hasChanged || isMoved, found);
    isToPlan ||= isMoved;
    const now = performance.now();
    if (now > begin + budget.atMost || (now > end && barren >= LEAST_BARREN) || barren >= budget.barren) break;
    if (!isToPlan || (vain >= VAIN && rounds % SELDOM !== 0 && !attempts.isEmpty)) continue;
    const planned = await actor.plan(budget.within);
    isToPlan = false;
    isActed = false;
    vain = planned.length > 0 ? 0 : vain + 1;
    attempts.add(planned);
  }
  if (isElsewhere) {
    attempts.clear();
    isToPlan = false;
  } else {
    await page.frames[0]?.drawn();
    if (await page.settle(AFTER_ACTS)) await harvest();
  }
  if (isToPlan || !attempts.isEmpty || actor.hasMoreWithin || actor.hasMoreListeners) page.tab.limits.add('actions');
  attempts.learn();
  await page.forget();
}
