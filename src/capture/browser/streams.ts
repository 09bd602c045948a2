import { setTimeout as sleep } from 'node:timers/promises';
import type { LivePage } from './live-page.ts';

/** How long after a stream or a socket has opened its first message is waited for, in milliseconds: servers have their own time. */
const FIRST_MESSAGE = 600;
/** How long all of them together are waited for: a page may open them without end. */
const ALL_FIRST = 2400;
/** How often it is looked for, in milliseconds of ours and of the page's. */
const LOOK = 60;

/** Waits for the first messages of streams and sockets that the page has opened. Answers whether they changed it. */
export async function heardStreams(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let waited = 0; waited < ALL_FIRST && page.tab.observer.sinceOpened < FIRST_MESSAGE; waited += LOOK) {
    await sleep(LOOK);
    hasChanged = (await page.settle(LOOK)) || hasChanged;
  }
  return hasChanged;
}
