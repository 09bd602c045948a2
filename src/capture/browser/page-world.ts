import type { CDPSession } from 'playwright';
import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';
import { plainText } from '../walk/walk.ts';
import { windowHears } from './listeners.ts';
import { stringsOfGlobals } from './page-functions.ts';

/** Milliseconds within which global variables must be read. */
const TIMEOUT = 500;

/** Expression for the number of opened web sockets, evaluated in the page's own world as all here. */
const OPENED_SOCKETS = "(globalThis[Symbol.for('opened sockets')] ?? 0)";
const observes = (what: 'view' | 'size'): string => `globalThis[Symbol.for('observes ${what}')] === true`;

/** Evaluates an expression, whose result the page may have manipulated; `otherwise` if the type is wrong. */
async function answerOf<T>(cdp: CDPSession, expression: string, schema: z.ZodType<T>, otherwise: T): Promise<T> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  const answer = schema.safeParse(result.value);
  return answer.success ? answer.data : otherwise;
}

/**
 * Returns the number of web sockets that a page's scripts have opened or are about to open, except in frames of other
 * sites.
 */
export const openedSockets = (cdp: CDPSession): Promise<number> => answerOf(cdp, OPENED_SOCKETS, z.number(), 0);

/** Checks once the bodies that scripts read as streams, also in frames. Returns the number of pending ones. */
export const lookAtStreams = (cdp: CDPSession): Promise<number> =>
  answerOf(cdp, "globalThis[Symbol.for('streamed bodies')]?.look() ?? 0", z.number(), 0);

/** Tells whether scripts of a page's own document have pending timers or an open web socket. */
export const mayComeLater = (cdp: CDPSession): Promise<boolean> =>
  answerOf(cdp, `${OPENED_SOCKETS} > 0 || (globalThis[Symbol.for('timers due')]?.() ?? true)`, z.boolean(), true);

/** Tells whether a page's scripts observe visibility or sizes of its parts. */
export const observesViewOrSize = (cdp: CDPSession): Promise<boolean> =>
  answerOf(cdp, `${observes('view')} || ${observes('size')}`, z.boolean(), false);

/** Tells whether scripts observe visible parts or scrolling. */
export const watchesScroll = async (cdp: CDPSession): Promise<boolean> =>
  (await answerOf(cdp, observes('view'), z.boolean(), false)) || (await windowHears(cdp, ['scroll']));

/** Returns links except the page's own address with state that scripts keep in the address. */
export async function withoutStates(cdp: CDPSession, links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
  const maySet = ({ technique, url = '' }: FoundLink) => technique === 'navigation' && /[?#]/.test(url);
  if (!links.some(maySet)) return links;
  const replaced = await answerOf(cdp, "globalThis[Symbol.for('replaced')]?.()", z.array(z.string()), []);
  return links.filter((link) => !maySet(link) || !replaced.includes(link.url ?? ''));
}

/**
 * Returns strings that may be addresses from global variables of the page's own document, made by `var` or assignment,
 * and their contents. Calls no getters; the browser aborts on side effects.
 */
export async function globalStrings(cdp: CDPSession): Promise<readonly string[]> {
  const options = { expression: stringsOfGlobals(), returnByValue: true, throwOnSideEffect: true, timeout: TIMEOUT };
  const { result } = await cdp.send('Runtime.evaluate', options);
  return z.array(plainText).safeParse(result.value).data ?? [];
}
