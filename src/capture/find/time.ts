import { heardStreams, settleWorkers } from '../browser/clock/background.ts';
import type { Technique } from './technique.ts';

/** How far ahead timers are waited for, in milliseconds of the page's time. */
const AHEAD = 12_000;
/** How much of it passes between two pictures. */
const BETWEEN_PICTURES = 100;
/** Pictures before it is left, as scripts wait for idle moments between them. */
const LEAST_PICTURES = 2;
/** Pictures after which a page that changes with each of them has no end. */
const MOST_PICTURES = 12;

/** What timers bring: the page's time goes on, without waiting for it. What is done when it is drawn, or idle, comes after. */
export const time: Technique = {
  name: 'time',
  level: 'passive',
  price: 0.2,
  mayRewrite: true,
  summary: "what timers bring within 12 s of the page's time",
  mayBring: (page) => page.mayGoOn(),
  async act(page, harvest) {
    let hasChanged = await page.settle(AHEAD);
    hasChanged = (await settleWorkers(page)) || hasChanged;
    hasChanged = (await heardStreams(page)) || hasChanged;
    for (let pictures = 1, isMoving = true; page.mayBeActedOn && (isMoving || pictures <= LEAST_PICTURES); pictures++) {
      await page.frames[0]?.drawn();
      hasChanged = (await page.settle(BETWEEN_PICTURES)) || hasChanged;
      isMoving = page.isMoving;
      if (pictures < MOST_PICTURES) continue;
      if (isMoving) page.tab.limits.add('never quiet');
      break;
    }
    if (hasChanged) await harvest();
  },
};
