import { setTimeout as sleep } from 'node:timers/promises';
import { asGone } from '../document-answers.ts';
import type { LivePage } from '../live-page.ts';
import { openedSockets } from '../page-world.ts';
import { STILL_STREAMING } from '../requests/observer.ts';
import type { Tab } from '../tab.ts';

/** How often it is looked for the first message of a stream or a socket that has opened: servers have their own time. */
const FIRST_MESSAGE = 20;
/** The same for what follows a message, or anything else that changes the page meanwhile. */
const NEXT_MESSAGE = 30;
/** How often all of them together are looked for: a page may open them without end. */
const ALL_LOOKS = 40;
/** How often it is looked for the answer to what acts have had a page say over a socket, … */
const ANSWER = 5;
/** … and how often of one page in vain: it may say something again and again that nobody answers. */
const ALL_IN_VAIN = 40;
/** Time between two looks, in milliseconds of ours and of the page's. Looks are counted: a busy machine is slow with them, too. */
const LOOK = 60;

/** Waits for messages of streams and sockets that the page has opened. Returns whether they changed it. */
export async function heardStreams(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  const { tab } = page;
  const most = () => {
    const { hasOpened } = tab.observer;
    tab.observer.hasOpened = false;
    return hasOpened ? FIRST_MESSAGE : 0;
  };
  // Of a socket that a timer has opened, the browser may tell only later.
  const first = async () =>
    Math.max(most(), (await tab.ask(openedSockets(tab.cdp)).catch(asGone)) > 0 ? FIRST_MESSAGE : 0);
  let left = await first();
  for (let looks = 0; looks < ALL_LOOKS && left > 0; looks++) {
    await sleep(LOOK);
    const isHeard = await page.settle(LOOK);
    hasChanged ||= isHeard;
    left = Math.max(left - 1, most(), isHeard ? NEXT_MESSAGE : 0);
  }
  if (left > 0) page.limit(STILL_STREAMING);
  return hasChanged;
}

/** Waits for what servers answer to what acts have one page say over sockets that are open. */
export class SocketAnswers {
  readonly #page: LivePage;
  #left = ALL_IN_VAIN;

  constructor(page: LivePage) {
    this.#page = page;
  }

  /** Returns whether an answer has changed the page. */
  async heard(): Promise<boolean> {
    const { observer } = this.#page.tab;
    let hasChanged = false;
    for (let looks = 0; observer.awaitsAnswer && looks < ANSWER && this.#left > 0; looks++) {
      this.#left--;
      await sleep(LOOK);
      hasChanged = (await this.#page.settle(LOOK)) || hasChanged;
    }
    if (hasChanged) this.#left = ALL_IN_VAIN;
    observer.awaitsAnswer = false;
    return hasChanged;
  }
}

/** How long workers are waited for, in milliseconds of the page's time, which is theirs … */
const FOR_WORKERS = 400;
/** … and how much of it passes between two of their turns: their threads do not hold it up. */
const BETWEEN_TURNS = 50;

/** Lets workers do what is due within their time. Returns whether that may have brought a link. */
export async function settleWorkers(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let passed = 0; passed < FOR_WORKERS && (await haveTurn(page.tab)); passed += BETWEEN_TURNS)
    hasChanged = (await page.settle(BETWEEN_TURNS)) || hasChanged;
  return hasChanged;
}

/**
 * Whether the tab has workers, and each of them had its turn: what was due before is done then. One that is busy for
 * longer than requests are waited for is left.
 */
async function haveTurn(tab: Tab): Promise<boolean> {
  const workers = tab.page.workers();
  if (workers.length === 0) return false;
  const turns = workers.map((worker) => worker.evaluate('true').catch(() => undefined));
  const had = Promise.all(turns).then(() => true);
  return (await tab.within(tab.patience.requests, had)) ?? false;
}
