import { heardStreams, settleWorkers } from '../browser/clock/background.ts';
import type { Technique } from './technique.ts';

/** Milliseconds of the page's time for which timers are run ahead. */
const AHEAD = 12_000;
/** Milliseconds of the page's time between two frames. */
const BETWEEN_PICTURES = 100;
/** Least frames, because scripts wait for idle moments between frames. */
const LEAST_PICTURES = 2;
/** Most frames of a page that changes with each frame. */
const MOST_PICTURES = 12;

/**
 * Links that timers bring, without real waiting: advances the page's time, then draws frames and lets idle callbacks
 * run.
 */
export const time: Technique = {
  name: 'time',
  level: 'passive',
  price: 0.2,
  mayRewrite: true,
  summary: "what timers bring within 12 s of the page's time",
  mayBring: (page) => page.hasPendingWork(),
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
