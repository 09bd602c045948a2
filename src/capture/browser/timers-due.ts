import type { CDPSession } from 'playwright';
import { z } from 'zod';
import { OPENED_SOCKETS } from './bounded-messages.ts';

/** A script that has asked for a picture within so many milliseconds asks for one after the other. */
const PICTURES = 50;

/** Runs in every document before its scripts: keeps in mind until when something is due that they have put off. */
function noteTimers(pictures: number): void {
  const { performance } = globalThis;
  const { now } = Performance.prototype;
  let due = 0;
  const putOff = (delay: unknown) => {
    const from = Reflect.apply(now, performance, []);
    due = Math.max(due, from + (Number(delay) || 0));
  };
  const noted = <Native extends (...given: never[]) => unknown>(
    native: Native,
    delayOf: (given: unknown[]) => unknown,
  ) =>
    new Proxy(native, {
      apply: (_, self, given: unknown[]) => {
        // An object may tell its number by a script of its own, and only once.
        const delay = delayOf(given);
        putOff(typeof delay === 'object' ? Number.POSITIVE_INFINITY : delay);
        return Reflect.apply(native, self, given);
      },
    });
  globalThis.setTimeout = noted(globalThis.setTimeout, ([, delay]) => delay);
  globalThis.setInterval = noted(globalThis.setInterval, () => Number.POSITIVE_INFINITY);
  globalThis.requestIdleCallback = noted(globalThis.requestIdleCallback, () => Number.POSITIVE_INFINITY);
  globalThis.requestAnimationFrame = noted(globalThis.requestAnimationFrame, () => pictures);
  const tasks: unknown = Reflect.get(globalThis, 'Scheduler');
  if (typeof tasks === 'function') {
    const { prototype } = tasks;
    prototype.postTask = noted(prototype.postTask, ([, options]) => options);
  }
  // What is kept in the browser comes when it comes, whatever the page's clock says.
  IDBFactory.prototype.open = noted(IDBFactory.prototype.open, () => Number.POSITIVE_INFINITY);
  // Only where the address is one of those that browsers trust.
  const caches = globalThis.CacheStorage?.prototype;
  if (caches) caches.open = noted(caches.open, () => Number.POSITIVE_INFINITY);
  Reflect.set(globalThis, Symbol.for('timers due'), () => due > Reflect.apply(now, performance, []));
}

/** To be run in the page's own world. */
export const NOTE_TIMERS = `(${noteTimers.toString()})(${PICTURES})`;

const EXPRESSION = `${OPENED_SOCKETS} > 0 || (globalThis[Symbol.for('timers due')]?.() ?? true)`;
const told = z.object({ result: z.object({ value: z.boolean().catch(true) }) });

/** Whether scripts of a page's own document have put off something that is still to come, or have opened a web socket. */
export async function mayComeLater(cdp: CDPSession): Promise<boolean> {
  return told.parse(await cdp.send('Runtime.evaluate', { expression: EXPRESSION, returnByValue: true })).result.value;
}
