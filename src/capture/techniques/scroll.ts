import type { LivePage } from '../live-page.ts';
import type { Technique } from './technique.ts';

/** Times that a page is scrolled to its end, or one of its boxes by its height, before it is left. */
const MOST_STEPS = 40;
/** Steps without anything new after which the rest is left. */
const MOST_BARREN = 5;

/** Documents of one page that are scrolled. */
const MOST_FRAMES = 10;

/** How much time passes after each step, in milliseconds of the page's time. */
const AFTER_STEP = 1500;

/** What scrolling brings: lists that load more, and parts that are loaded or drawn only when they come into view. */
export const scroll: Technique = {
  name: 'scroll',
  level: 'passive',
  summary: 'what scrolling brings: lists that go on, parts that load when they come into view',
  async act(page, harvest) {
    if (!(await ask(page, hasMoreToShow))) return;
    if (await showAll(page)) await harvest();
    // What brought something when it was scrolled to its end may have more on the way there.
    if ((await scrollBy(page, scrollToEnd, harvest)) > 0) {
      await ask(page, scrollToTop);
      await scrollBy(page, scrollOn, harvest);
    }
  },
};

/** Scrolls until nothing moves or comes any more. Answers how many links that brought. */
async function scrollBy(page: LivePage, scroll: () => boolean, harvest: () => Promise<number>): Promise<number> {
  let found = 0;
  for (let step = 0, barren = 0; step < MOST_STEPS && barren < MOST_BARREN; step++) {
    const isMoving = await ask(page, scroll);
    await page.frames[0]?.drawn();
    const fresh = (await page.settle(AFTER_STEP)) ? await harvest() : 0;
    found += fresh;
    if (fresh > 0) barren = 0;
    else if (isMoving) barren++;
    else break;
  }
  return found;
}

/** All of the page comes into view at once. */
async function showAll(page: LivePage): Promise<boolean> {
  await page.tab.enlarge();
  await page.frames[0]?.drawn();
  const hasChanged = await page.settle(AFTER_STEP);
  await page.tab.shrink();
  return hasChanged;
}

/** Whether it is so in any of the page's documents. */
async function ask(page: LivePage, question: () => boolean): Promise<boolean> {
  const frames = page.frames.slice(0, MOST_FRAMES);
  const answers = await Promise.all(frames.map((frame) => frame.ask(`(${question.toString()})()`)));
  return answers.includes(true);
}

/** Runs in the page: whether it, or a box in it, or a frame that loads late, is not all in view. */
function hasMoreToShow(): boolean {
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollHeight > window.innerHeight + 1) return true;
  const boxes = Array.from(document.querySelectorAll('div, ul, ol, main, section, nav, tbody, iframe[loading=lazy]'));
  return boxes.some(
    (box) => box.clientHeight > 0 && box.scrollHeight + box.scrollWidth > box.clientHeight + box.clientWidth + 2,
  );
}

/** Runs in the page: scrolls it, and each of its boxes, to the end. Whether any of them moved. */
function scrollToEnd(): boolean {
  const boxes = Array.from(document.querySelectorAll('div, ul, ol, main, section, nav, tbody'))
    .slice(0, 2000)
    .filter(
      (box) => box.clientHeight > 0 && box.scrollHeight + box.scrollWidth > box.clientHeight + box.clientWidth + 2,
    );
  let hasMoved = false;
  for (const box of [document.scrollingElement ?? document.documentElement, ...boxes]) {
    const before = box.scrollTop + box.scrollLeft;
    box.scrollTop = box.scrollHeight;
    box.scrollLeft = box.scrollWidth;
    hasMoved ||= box.scrollTop + box.scrollLeft > before;
  }
  return hasMoved;
}

/** Runs in the page: puts it and its boxes back to where they began. */
function scrollToTop(): boolean {
  for (const box of [document.scrollingElement ?? document.documentElement, ...document.querySelectorAll('*')]) {
    if (box.scrollTop > 0) box.scrollTop = 0;
    if (box.scrollLeft > 0) box.scrollLeft = 0;
  }
  return true;
}

/** Runs in the page: scrolls it, and each of its boxes, by its own height and width. Whether any of them moved. */
function scrollOn(): boolean {
  const boxes = Array.from(document.querySelectorAll('div, ul, ol, main, section, nav, tbody'))
    .slice(0, 2000)
    .filter(
      (box) => box.clientHeight > 0 && box.scrollHeight + box.scrollWidth > box.clientHeight + box.clientWidth + 2,
    );
  let hasMoved = false;
  for (const box of [document.scrollingElement ?? document.documentElement, ...boxes]) {
    const before = box.scrollTop + box.scrollLeft;
    box.scrollTop += Math.min(box.clientHeight, window.innerHeight);
    box.scrollLeft += box.clientWidth;
    hasMoved ||= box.scrollTop + box.scrollLeft > before;
  }
  return hasMoved;
}
