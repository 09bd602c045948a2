import type { LivePage } from '../browser/live-page.ts';
import { pageFunction } from '../browser/page-functions.ts';
import type { Way } from '../in-page/scroll-boxes.ts';
import type { HarvestAgain } from '../loaded-page.ts';
import type { Technique } from './technique.ts';

/** Times that a page is scrolled in one way, to its end or by its height, and how often more in all while that brings links. */
const STEPS = 40;
const MORE_STEPS = 200;
/** Links that scrolling has brought, after which the page is left. */
const MOST_LINKS = 3000;
/** The limit of a page that was left while scrolling still brought links, or some of whose frames were not scrolled. */
const SCROLLED_ENOUGH = 'scrolling';
/** Steps in which nothing moves or comes, after which there is no more to come. */
const mostStill = (found: number): number => (found > 0 ? 2 : 1);
/** Steps without anything new after which the rest is left, and what one counts that has shown something else. */
const MOST_UNPRODUCTIVE = 5;
const OF_SHOWN = 0.25;

/** Documents of one page that are scrolled. */
const MOST_FRAMES = 10;

/** How much time passes after each step, in milliseconds of the page's time … */
const AFTER_STEP = 1500;
/** … and after it was drawn once more. */
const AFTER_DRAWING = 50;

/** What scrolling brings: lists that load more, and parts that are loaded or drawn only when they come into view. */
export const scroll: Technique = {
  name: 'scroll',
  level: 'passive',
  price: 0.2,
  summary: 'what scrolling brings: lists that go on, parts that load when they come into view',
  isFor: async (page) => (await ask(page, 'look')) || (await hasMoreFrames(page)),
  mayBring: (page) => page.mayHearScroll(),
  async act(page, harvest) {
    if (await hasMoreFrames(page)) page.limit(SCROLLED_ENOUGH);
    const bounds = new ScrollBounds(page);
    await showAll(page, harvest, bounds);
    // What brought something when it was scrolled to its end may have more on the way there.
    const found = await scrollBy(page, 'end', harvest, bounds);
    if (found > 0) {
      await ask(page, 'begin');
      await drawOnce(page, harvest);
      await scrollBy(page, 'on', harvest, bounds);
    }
  },
};

/** How long a page is scrolled: the limits of the page say where it was left though more may have come. */
class ScrollBounds {
  readonly #page: LivePage;
  #moreSteps = MORE_STEPS;
  #links = 0;

  constructor(page: LivePage) {
    this.#page = page;
  }

  found(links: number): void {
    this.#links += links;
  }

  /** @param step how often it was scrolled in this way so far */
  allow(step: number): boolean {
    if (!this.#page.mayBeActedOn) return false;
    if (this.#links < MOST_LINKS && (step < STEPS || this.#moreSteps-- > 0)) return true;
    this.#page.limit(SCROLLED_ENOUGH);
    return false;
  }
}

/** Scrolls until nothing moves or comes any more. Returns how many links that brought. */
async function scrollBy(
  page: LivePage,
  how: 'end' | 'on',
  harvest: HarvestAgain,
  bounds: ScrollBounds,
): Promise<number> {
  let found = 0;
  const isOver = (still: number, unproductive: number) =>
    still >= mostStill(found) || unproductive >= MOST_UNPRODUCTIVE;
  for (let step = 0, still = 0, unproductive = 0; !isOver(still, unproductive) && bounds.allow(step); step++) {
    const isMoving = await ask(page, how);
    await page.frames[0]?.drawn();
    // What came has pushed the end out of view: scripts are told so before it comes into view again.
    const hasShown = await page.settle(AFTER_STEP);
    const fresh = hasShown ? (await harvest()) + (await drawOnce(page, harvest)) : 0;
    found += fresh;
    bounds.found(fresh);
    unproductive = fresh > 0 ? 0 : unproductive + (hasShown ? OF_SHOWN : 1);
    still = fresh > 0 || isMoving ? 0 : still + 1;
    // What has been in view all the time is not told to scripts again.
    if (how === 'end' && still === 1 && found > 0) {
      await ask(page, 'begin');
      await drawOnce(page, harvest);
    }
  }
  return found;
}

/** All of the page comes into view at once, and what that brings, too. Returns how many links that brought. */
async function showAll(page: LivePage, harvest: HarvestAgain, bounds: ScrollBounds): Promise<number> {
  // What is out of view is told before it comes into view: many scripts look at the first of what they are told at once.
  let found = await drawOnce(page, harvest);
  await page.tab.enlarge();
  for (let step = 0, isNew = true; isNew && bounds.allow(step); step++) {
    await page.frames[0]?.drawn();
    const fresh = (await page.settle(AFTER_STEP)) ? await harvest() : 0;
    found += fresh;
    bounds.found(fresh);
    isNew = fresh > 0;
  }
  await page.tab.shrink();
  return found > 0 ? found + (await drawOnce(page, harvest)) : 0;
}

/** Scripts are told what is in view, and what is not any more. Returns how many links that brought. */
async function drawOnce(page: LivePage, harvest: HarvestAgain): Promise<number> {
  await page.frames[0]?.drawn();
  return (await page.settle(AFTER_DRAWING)) ? await harvest() : 0;
}

const SCROLL_IN_PAGE = pageFunction('scrollBoxes');

/** Whether frames that are not scrolled could be. */
const hasMoreFrames = async (page: LivePage): Promise<boolean> =>
  page.frames.length > MOST_FRAMES && (await ask(page, 'look', page.frames.slice(MOST_FRAMES)));

/** Scrolls the page's documents. Whether any of them has moved, or can. */
async function ask(page: LivePage, how: Way, frames = page.frames.slice(0, MOST_FRAMES)): Promise<boolean> {
  const answers = await Promise.all(frames.map((frame) => frame.askWithRoots(SCROLL_IN_PAGE, how)));
  return answers.includes(true);
}
