import { setTimeout as sleep } from 'node:timers/promises';
import type { LivePage } from './live-page.ts';

/** How often it is looked for the first message of a stream or a socket that has opened: servers have their own time. */
const FIRST_MESSAGE = 20;
/** The same for what follows a message, or anything else that changes the page meanwhile. */
const NEXT_MESSAGE = 30;
/** How often all of them together are looked for: a page may open them without end. */
const ALL_LOOKS = 40;
/** Time between two looks, in milliseconds of ours and of the page's. Looks are counted: a busy machine is slow with them, too. */
const LOOK = 60;

/** Waits for messages of streams and sockets that the page has opened. Answers whether they changed it. */
export async function heardStreams(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  const { observer } = page.tab;
  const most = () => (observer.hasOpened() ? FIRST_MESSAGE : 0);
  for (let looks = 0, left = most(); looks < ALL_LOOKS && left > 0; looks++) {
    await sleep(LOOK);
    const isHeard = await page.settle(LOOK);
    hasChanged ||= isHeard;
    left = Math.max(left - 1, most(), isHeard ? NEXT_MESSAGE : 0);
  }
  return hasChanged;
}
