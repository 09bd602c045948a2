import { setTimeout as sleep } from 'node:timers/promises';
import { asGone } from '../document-answers.ts';
import type { LivePage } from '../live-page.ts';
import { openedSockets } from '../page-world.ts';
import { STILL_STREAMING } from '../requests/observer.ts';
import type { Tab } from '../tab.ts';

/** Number of looks for the first message of a new stream or socket, as servers take their time. */
const FIRST_MESSAGE = 20;
/** Number of looks after a message or another change of the page. */
const NEXT_MESSAGE = 30;
/** Limit of looks for a page, which may open streams without end. */
const ALL_LOOKS = 40;
/** Number of looks for the answer to a socket message sent after an action. */
const ANSWER = 5;
/** Limit of unsuccessful looks for a page, which may send messages that get no answers. */
const MOST_EMPTY_LOOKS = 40;
/** Milliseconds between two looks, by both clocks. Looks are counted, as a busy machine slows them as well. */
const LOOK = 60;

/** Waits for messages of streams and sockets that the page has opened. Returns true if the page changed. */
export async function heardStreams(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  const { tab } = page;
  const most = () => {
    const { hasOpened } = tab.observer;
    tab.observer.hasOpened = false;
    return hasOpened ? FIRST_MESSAGE : 0;
  };
  // The browser may report a socket opened by a timer late.
  const first = async () =>
    Math.max(most(), (await tab.ask(openedSockets(tab.cdp)).catch(asGone)) > 0 ? FIRST_MESSAGE : 0);
  let left = await first();
  for (let looks = 0; looks < ALL_LOOKS && left > 0; looks++) {
    await sleep(LOOK);
    const isChanged = await page.settle(LOOK);
    hasChanged ||= isChanged;
    left = Math.max(left - 1, most(), isChanged ? NEXT_MESSAGE : 0);
  }
  if (left > 0) page.limit(STILL_STREAMING);
  return hasChanged;
}

/** Waits for answers to socket messages that actions have caused. */
export class SocketAnswers {
  readonly #page: LivePage;
  #left = MOST_EMPTY_LOOKS;

  constructor(page: LivePage) {
    this.#page = page;
  }

  /** Returns true if an answer has changed the page. */
  async heard(): Promise<boolean> {
    const { observer } = this.#page.tab;
    let hasChanged = false;
    for (let looks = 0; observer.awaitsAnswer && looks < ANSWER && this.#left > 0; looks++) {
      this.#left--;
      await sleep(LOOK);
      hasChanged = (await this.#page.settle(LOOK)) || hasChanged;
    }
    if (hasChanged) this.#left = MOST_EMPTY_LOOKS;
    observer.awaitsAnswer = false;
    return hasChanged;
  }
}

/** Milliseconds of the page's clock, which is also the workers', to wait for workers. */
const FOR_WORKERS = 400;
/** Milliseconds of the page's clock between two turns of workers, whose threads do not hold the clock up. */
const BETWEEN_TURNS = 50;

/** Lets workers run what is due within `FOR_WORKERS`. Returns true if that may have added a link. */
export async function settleWorkers(page: LivePage): Promise<boolean> {
  let hasChanged = false;
  for (let passed = 0; passed < FOR_WORKERS && (await runWorkers(page.tab)); passed += BETWEEN_TURNS)
    hasChanged = (await page.settle(BETWEEN_TURNS)) || hasChanged;
  return hasChanged;
}

/**
 * Lets each worker finish what is due. Returns false without workers, or if one is busy for longer than the wait for
 * requests.
 */
async function runWorkers(tab: Tab): Promise<boolean> {
  const workers = tab.page.workers();
  if (workers.length === 0) return false;
  const turns = workers.map((worker) => worker.evaluate('true').catch(() => undefined));
  const had = Promise.all(turns).then(() => true);
  return (await tab.withTimeout(tab.patience.requests, had)) ?? false;
}
