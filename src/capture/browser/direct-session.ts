import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';

type Send = (method: string, params?: object) => Promise<unknown>;

/**
 * Has a session send its commands to the browser itself. Playwright's channel, which they would go through otherwise, takes
 * a picture of the stack, checks and copies each of them: half a millisecond of CPU time a command, against a tenth. A
 * version of Playwright that is not made like the one that this was written for sends as it always does.
 */
export function sendDirectly(cdp: CDPSession): CDPSession {
  const send = directSend(cdp);
  // Events still come through the channel, a turn later: what was told before an answer is heard before it.
  if (send) {
    const sendInTurn = async (method: string, params?: object) =>
      await send(method, params)
        .catch(explain)
        .finally(() => nextTurn());
    Reflect.set(cdp, 'send', sendInTurn);
  }
  return cdp;
}

/** Playwright's channel names what these errors do not. */
function explain(error: unknown): never {
  const isClosed = error instanceof Error && /^$|session closed/.test(error.message);
  throw isClosed ? new Error('the page, or its browser, has been closed') : error;
}

/**
 * Has the address that `page.goto` is given as `referer` sent as browsers do where redirects lead to other hosts: Playwright
 * asks for it to be sent whole. Changes nothing with a version of Playwright that is made otherwise.
 */
export function trimReferers(page: Page): Page {
  const session = partOf(partOf(partOf(serverPart(page), 'delegate'), '_mainFrameSession'), '_client');
  const send = partOf(session, 'send');
  if (typeof session !== 'object' || session === null || typeof send !== 'function') return page;
  const sendTrimmed: Send = async (method, params) => {
    const policy = method === 'Page.navigate' ? { referrerPolicy: 'strictOriginWhenCrossOrigin' } : undefined;
    return await Reflect.apply(send, session, [method, policy ? { ...params, ...policy } : params]);
  };
  Reflect.set(session, 'send', sendTrimmed);
  return page;
}

/** Playwright's own object behind one of its interface; undefined where its parts are not where they were. */
function serverPart(object: object): unknown {
  const connection = partOf(object, '_connection');
  const toServer = partOf(connection, 'toImpl');
  return typeof toServer === 'function' ? Reflect.apply(toServer, connection, [object]) : undefined;
}

function directSend(cdp: CDPSession): Send | undefined {
  const session = partOf(serverPart(cdp), '_session');
  const send = partOf(session, 'send');
  if (typeof send !== 'function') return undefined;
  return async (...given) => {
    // Each command makes its error beforehand: where it was sent from costs more than to send it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    let answer: unknown;
    try {
      answer = Reflect.apply(send, session, given);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    return await answer;
  };
}

const partOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
