import type { CDPSession } from 'playwright';
import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';
import { plainText } from '../walk/walk.ts';
import { windowHears } from './listeners.ts';
import { stringsOfGlobals } from './page-functions.ts';

/** Milliseconds that reading global variables may take. */
const TIMEOUT = 500;

/** How many web sockets have been opened: an expression of the page's own world, as are all here. */
const OPENED_SOCKETS = "(globalThis[Symbol.for('opened sockets')] ?? 0)";
const observes = (what: 'view' | 'size'): string => `globalThis[Symbol.for('observes ${what}')] === true`;

/** What an expression answers that the page may have tampered with; `otherwise` where it is nothing of the kind. */
async function answerOf<T>(cdp: CDPSession, expression: string, schema: z.ZodType<T>, otherwise: T): Promise<T> {
  const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  const answer = schema.safeParse(result.value);
  return answer.success ? answer.data : otherwise;
}

/** How many web sockets scripts of a tab's page have opened, or are about to; those in frames of other sites aside. */
export const openedSockets = (cdp: CDPSession): Promise<number> => answerOf(cdp, OPENED_SOCKETS, z.number(), 0);

/** Looks once at the bodies that are read as streams, in the page's frames, too. Returns for how many is waited. */
export const lookAtStreams = (cdp: CDPSession): Promise<number> =>
  answerOf(cdp, "globalThis[Symbol.for('streamed bodies')]?.look() ?? 0", z.number(), 0);

/** Whether scripts of a page's own document have put off something that is still to come, or have opened a web socket. */
export const mayComeLater = (cdp: CDPSession): Promise<boolean> =>
  answerOf(cdp, `${OPENED_SOCKETS} > 0 || (globalThis[Symbol.for('timers due')]?.() ?? true)`, z.boolean(), true);

/** Whether scripts of a tab's page have asked to be told when parts of it come into view, or of a change of sizes. */
export const observesViewOrSize = (cdp: CDPSession): Promise<boolean> =>
  answerOf(cdp, `${observes('view')} || ${observes('size')}`, z.boolean(), false);

/** Tells whether scripts hear what comes into view, or when the page is scrolled. */
export const watchesScroll = async (cdp: CDPSession): Promise<boolean> =>
  (await answerOf(cdp, observes('view'), z.boolean(), false)) || (await windowHears(cdp, ['scroll']));

/** The links of a page without those that are its own address with a state that its scripts keep there. */
export async function withoutStates(cdp: CDPSession, links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
  const maySet = ({ technique, url = '' }: FoundLink) => technique === 'navigation' && /[?#]/.test(url);
  if (!links.some(maySet)) return links;
  const replaced = await answerOf(cdp, "globalThis[Symbol.for('replaced')]?.()", z.array(z.string()), []);
  return links.filter((link) => !maySet(link) || !replaced.includes(link.url ?? ''));
}

/**
 * Strings that may be addresses, in global variables of the scripts of the page's own document: those that `var` and
 * assignments make, and what these hold, no getters asked. The browser ends that where it would change anything.
 */
export async function globalStrings(cdp: CDPSession): Promise<readonly string[]> {
  const options = { expression: stringsOfGlobals(), returnByValue: true, throwOnSideEffect: true, timeout: TIMEOUT };
  const { result } = await cdp.send('Runtime.evaluate', options);
  return z.array(plainText).safeParse(result.value).data ?? [];
}
