import type { CDPSession } from 'playwright';
import { windowHears } from './listeners.ts';

/** Runs in every document before its scripts: keeps in mind whether these ask to be told what comes into view. */
function noteObservers(): void {
  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = new Proxy(observe, {
    apply: (_, self, given: unknown[]) => {
      Reflect.set(globalThis, Symbol.for('observes view'), true);
      return Reflect.apply(observe, self, given);
    },
  });
}

/** To be run in the page's own world. */
export const NOTE_OBSERVERS = `(${noteObservers.toString()})()`;

const EXPRESSION = "Reflect.get(globalThis, Symbol.for('observes view')) === true";

/** Whether scripts of a tab's page have asked to be told when parts of it come into view. */
export async function observesView(cdp: CDPSession): Promise<boolean> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: EXPRESSION, returnByValue: true });
  return result.value === true;
}

/** Whether they are told that, or when it is scrolled. */
export const watchesScroll = async (cdp: CDPSession): Promise<boolean> =>
  (await observesView(cdp)) || (await windowHears(cdp, ['scroll']));
