import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'playwright';
import type { LivePage } from '../browser/live-page.ts';
import { heardStreams } from '../browser/streams.ts';
import type { Technique } from './technique.ts';

/** How far ahead timers are waited for, in milliseconds of the page's time. */
const AHEAD = 12_000;
/** How much of it passes between two pictures. */
const BETWEEN_PICTURES = 100;
/** Pictures before it is left, as scripts wait for idle moments between them. */
const LEAST_PICTURES = 2;
/** Pictures after which a page that changes with each of them has no end. */
const MOST_PICTURES = 12;
/** How long workers are waited for, in milliseconds of the page's time, which is theirs … */
const FOR_WORKERS = 400;
/** … and how much of it passes between two of their turns: their threads do not hold it up. */
const BETWEEN_TURNS = 50;
/** How long their turn is waited for, in real milliseconds: one that is busy for longer is left. */
const BUSY = 3000;

/** Animations end at once: they would take real time. Those without an end throw. */
const FINISH = 'document.getAnimations().forEach((one) => { try { one.finish() } catch {} })';

/** What timers bring: the page's time goes on, without waiting for it. What is done when it is drawn, or idle, comes after. */
export const time: Technique = {
  name: 'time',
  level: 'passive',
  isCostly: true,
  summary: "what timers bring within 12 s of the page's time",
  async act(page, harvest) {
    let hasChanged = await page.settle(AHEAD);
    await Promise.all(page.frames.map((frame) => frame.ask(FINISH)));
    hasChanged = (await settleWorkers(page)) || hasChanged;
    hasChanged = (await heardStreams(page)) || hasChanged;
    for (let pictures = 1, isMoving = true; isMoving || pictures <= LEAST_PICTURES; pictures++) {
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

/** Lets workers do what is due within their time. Answers whether that may have brought a link. */
async function settleWorkers(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let passed = 0; passed < FOR_WORKERS && (await haveTurn(page.tab.page.workers())); passed += BETWEEN_TURNS)
    hasChanged = (await page.settle(BETWEEN_TURNS)) || hasChanged;
  return hasChanged;
}

/** Whether each of some workers had its turn: what was due before is done then. */
async function haveTurn(workers: readonly Worker[]): Promise<boolean> {
  const turns = workers.map((worker) => worker.evaluate('true').catch(() => undefined));
  const had = Promise.all(turns).then(() => true);
  return workers.length > 0 && (await Promise.race([had, sleep(BUSY, false, { ref: false })]));
}
