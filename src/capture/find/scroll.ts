import type { LivePage } from '../browser/live-page.ts';
import { pageFunction } from '../browser/page-functions.ts';
import type { Way } from '../in-page/scroll-boxes.ts';
import type { HarvestAgain } from '../loaded-page.ts';
import type { Technique } from './technique.ts';

/**
 * Most steps in one way (to the end, or by the page's height), and further steps in total while scrolling brings links.
 */
const STEPS = 40;
const MORE_STEPS = 200;
/** Links found by scrolling after which scrolling ends. */
const MOST_LINKS = 3000;
/** Limit of a page where scrolling ended while still bringing links, or with frames that were not scrolled. */
const SCROLLED_ENOUGH = 'scrolling';
/** Steps without motion or news after which scrolling ends. */
const mostStill = (found: number): number => (found > 0 ? 2 : 1);
/** Steps without new links after which scrolling ends; a step that shows anything else counts OF_SHOWN. */
const MOST_UNPRODUCTIVE = 5;
const OF_SHOWN = 0.25;

/** Documents of one page that are scrolled. */
const MOST_FRAMES = 10;

/** Milliseconds of the page's time after each step. */
const AFTER_STEP = 1500;
/** Milliseconds of the page's time after each drawing. */
const AFTER_DRAWING = 50;

/** Links that appear by scrolling: lists that load more, and parts that are loaded or drawn only in view. */
export const scroll: Technique = {
  name: 'scroll',
  level: 'passive',
  price: 0.2,
  summary: 'what scrolling brings: lists that go on, parts that load when they come into view',
  isFor: async (page) => (await ask(page, 'look')) || (await hasMoreFrames(page)),
  mayBring: (page) => page.observesScroll(),
  async act(page, harvest) {
    if (await hasMoreFrames(page)) page.limit(SCROLLED_ENOUGH);
    const bounds = new ScrollBounds(page);
    await showAll(page, harvest, bounds);
    // A page that brought links when scrolled to the end may have more on the way there.
    const found = await scrollBy(page, 'end', harvest, bounds);
    if (found > 0) {
      await ask(page, 'begin');
      await drawOnce(page, harvest);
      await scrollBy(page, 'on', harvest, bounds);
    }
  },
};

/** Limits scrolling of a page; notes a limit on the page if scrolling ended early. */
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

  /** Tells whether another step may follow. @param step steps in this way so far */
  allow(step: number): boolean {
    if (!this.#page.mayBeActedOn) return false;
    if (this.#links < MOST_LINKS && (step < STEPS || this.#moreSteps-- > 0)) return true;
    this.#page.limit(SCROLLED_ENOUGH);
    return false;
  }
}

/** Scrolls until nothing moves or appears any more. Returns the number of new links. */
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
    // New content has pushed the end out of view; scripts learn of that before the end comes into view again.
    const hasShown = await page.settle(AFTER_STEP);
    const fresh = hasShown ? (await harvest()) + (await drawOnce(page, harvest)) : 0;
    found += fresh;
    bounds.found(fresh);
    unproductive = fresh > 0 ? 0 : unproductive + (hasShown ? OF_SHOWN : 1);
    still = fresh > 0 || isMoving ? 0 : still + 1;
    // Scripts are not notified again about elements that stay in view.
    if (how === 'end' && still === 1 && found > 0) {
      await ask(page, 'begin');
      await drawOnce(page, harvest);
    }
  }
  return found;
}

/** Brings the whole page into view at once, new content included. Returns the number of new links. */
async function showAll(page: LivePage, harvest: HarvestAgain, bounds: ScrollBounds): Promise<number> {
  // Scripts learn first which elements are out of view, because many use only the first notification.
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

/** Draws the page, so that scripts learn which elements are in view or out of view. Returns the number of new links. */
async function drawOnce(page: LivePage, harvest: HarvestAgain): Promise<number> {
  await page.frames[0]?.drawn();
  return (await page.settle(AFTER_DRAWING)) ? await harvest() : 0;
}

const SCROLL_IN_PAGE = pageFunction('scrollBoxes');

/** Tells whether frames beyond the limit could be scrolled. */
const hasMoreFrames = async (page: LivePage): Promise<boolean> =>
  page.frames.length > MOST_FRAMES && (await ask(page, 'look', page.frames.slice(MOST_FRAMES)));

/** Scrolls the page's documents. Returns true if any document has moved, or can move. */
async function ask(page: LivePage, how: Way, frames = page.frames.slice(0, MOST_FRAMES)): Promise<boolean> {
  const answers = await Promise.all(frames.map((frame) => frame.askWithRoots(SCROLL_IN_PAGE, how)));
  return answers.includes(true);
}
