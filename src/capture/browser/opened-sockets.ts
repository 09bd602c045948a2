import type { CDPSession } from 'playwright';
import { z } from 'zod';

/**
 * Runs in every document before its scripts: counts the web sockets that they open. The browser tells of a socket only when
 * its server is asked, and that may be after all the time that a page is given has passed.
 */
function countSockets(): void {
  const key = Symbol.for('opened sockets');
  const count = () => {
    try {
      if (window.top) Reflect.set(window.top, key, Number(Reflect.get(window.top, key) ?? 0) + 1);
    } catch {
      // A frame of another site.
    }
  };
  const native = globalThis.WebSocket;
  globalThis.WebSocket = new Proxy(native, {
    construct: (_, given, target) => {
      count();
      return Reflect.construct(native, given, target);
    },
  });
  native.prototype.constructor = globalThis.WebSocket;
}

/** To be run in the page's own world. */
export const COUNT_SOCKETS = `(${countSockets.toString()})()`;

/** How many they have opened. */
export const OPENED_SOCKETS = "(globalThis[Symbol.for('opened sockets')] ?? 0)";
const told = z.object({ result: z.object({ value: z.number().catch(0) }) });

/** How many web sockets scripts of a tab's page have opened, or are about to; those in frames of other sites aside. */
export async function openedSockets(cdp: CDPSession): Promise<number> {
  return told.parse(await cdp.send('Runtime.evaluate', { expression: OPENED_SOCKETS, returnByValue: true })).result
    .value;
}
