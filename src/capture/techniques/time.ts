import type { Technique } from './technique.ts';

/** How far ahead timers are waited for, in milliseconds of the page's time. */
const AHEAD = 12_000;

/** A page that still changes after that has no end, in the same. */
const ONCE_MORE = 100;

/** What timers bring: the page's time goes on, without waiting for it. */
export const time: Technique = {
  name: 'time',
  level: 'passive',
  summary: "what timers bring within 12 s of the page's time",
  async act(page, harvest) {
    const hasChanged = await page.settle(AHEAD);
    await page.frames[0]?.drawn();
    const isRestless = (await page.settle(ONCE_MORE)) && hasChanged && (await page.settle(ONCE_MORE));
    if (isRestless) page.tab.limits.add('never quiet');
    await harvest();
  },
};
