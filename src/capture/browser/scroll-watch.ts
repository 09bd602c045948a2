import type { CDPSession } from 'playwright';
import { windowHears } from './listeners.ts';

/**
 * Runs in every document before its scripts: keeps in mind whether these ask to be told what comes into view, or of a
 * change of sizes, as there is one where a page is shown taller.
 */
function noteObservers(): void {
  const noted = <Native extends (...given: never[]) => unknown>(
    native: Native,
    key: symbol,
    isMeant = (_: unknown) => true,
  ) =>
    new Proxy(native, {
      apply: (_, self, given: unknown[]) => {
        if (isMeant(given[0])) Reflect.set(globalThis, key, true);
        return Reflect.apply(native, self, given);
      },
    });
  const [view, size] = [Symbol.for('observes view'), Symbol.for('observes size')];
  IntersectionObserver.prototype.observe = noted(IntersectionObserver.prototype.observe, view);
  ResizeObserver.prototype.observe = noted(ResizeObserver.prototype.observe, size);
  const isOfHeight = (query: unknown) => typeof query !== 'string' || /height|orientation|aspect/i.test(query);
  globalThis.matchMedia = noted(globalThis.matchMedia, size, isOfHeight);
}

/** To be run in the page's own world. */
export const NOTE_OBSERVERS = `(${noteObservers.toString()})()`;

const observes = (what: 'view' | 'size'): string => `Reflect.get(globalThis, Symbol.for('observes ${what}')) === true`;

/** Whether scripts of a tab's page have asked to be told when parts of it come into view. */
const observesView = (cdp: CDPSession): Promise<boolean> => isTrue(cdp, observes('view'));

/** Whether they have asked for that, or to be told of a change of sizes. */
export const observesViewOrSize = (cdp: CDPSession): Promise<boolean> =>
  isTrue(cdp, `${observes('view')} || ${observes('size')}`);

async function isTrue(cdp: CDPSession, expression: string): Promise<boolean> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value === true;
}

/** Whether they are told what comes into view, or when it is scrolled. */
export const watchesScroll = async (cdp: CDPSession): Promise<boolean> =>
  (await observesView(cdp)) || (await windowHears(cdp, ['scroll']));
