import type { LivePage } from '../live-page.ts';
import type { Technique } from './technique.ts';

/** Times that a page is scrolled to its end, or one of its boxes by its height, before it is left. */
const MOST_STEPS = 40;
/** Steps without anything new after which the rest is left. */
const MOST_BARREN = 5;

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
    let isNew = true;
    for (let step = 0, barren = 0; step < MOST_STEPS && barren < MOST_BARREN; step++) {
      const isMoving = await ask(page, scrollOn);
      if (!isMoving && !isNew) break;
      await page.frames[0]?.drawn();
      isNew = (await page.settle(AFTER_STEP)) && (await harvest()) > 0;
      barren = isNew ? 0 : barren + 1;
    }
  },
};

/** All of the page comes into view at once. */
async function showAll(page: LivePage): Promise<boolean> {
  await page.tab.enlarge();
  await page.frames[0]?.drawn();
  const hasChanged = await page.settle(AFTER_STEP);
  await page.tab.shrink();
  return hasChanged;
}

const ask = async (page: LivePage, question: () => boolean): Promise<boolean> =>
  (await page.frames[0]?.ask(`(${question.toString()})()`)) ?? false;

/** Runs in the page: whether it, or a box in it, or a frame that loads late, is not all in view. */
function hasMoreToShow(): boolean {
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollHeight > window.innerHeight + 1) return true;
  const boxes = Array.from(document.querySelectorAll('div, ul, ol, main, section, nav, tbody, iframe[loading=lazy]'));
  return boxes.some((box) => box.scrollHeight > box.clientHeight + 1 && box.clientHeight > 0);
}

/** Runs in the page: scrolls it to its end, and each of its boxes by its height. Whether any of them moved. */
function scrollOn(): boolean {
  const root = document.scrollingElement ?? document.documentElement;
  const before = root.scrollTop;
  root.scrollTop = root.scrollHeight;
  let hasMoved = root.scrollTop > before;
  const boxes = Array.from(document.querySelectorAll('div, ul, ol, main, section, nav, tbody')).slice(0, 2000);
  for (const box of boxes) {
    if (box.scrollHeight <= box.clientHeight + 1 || box.clientHeight === 0) continue;
    const { overflowY } = getComputedStyle(box);
    if (overflowY !== 'auto' && overflowY !== 'scroll' && overflowY !== 'overlay') continue;
    const top = box.scrollTop;
    box.scrollTop = top + box.clientHeight;
    hasMoved ||= box.scrollTop > top;
  }
  return hasMoved;
}
