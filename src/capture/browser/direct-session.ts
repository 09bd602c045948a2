import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';

type Send = (method: string, params?: object) => Promise<unknown>;

/**
 * Makes a session send commands to the browser itself: 0.1 instead of 0.5 ms of CPU time each, as Playwright's channel
 * records a stack and copies. Has no effect if Playwright's internals differ.
 */
export function sendDirectly(cdp: CDPSession): CDPSession {
  const send = directSend(cdp);
  // Events still use the channel, a turn later: they must be handled before a later answer.
  if (send) {
    const sendInTurn = async (method: string, params?: object) =>
      await send(method, params)
        .catch(explain)
        .finally(() => nextTurn());
    Reflect.set(cdp, 'send', sendInTurn);
  }
  return cdp;
}

/** Names errors that only Playwright's channel explains. */
function explain(error: unknown): never {
  const isClosed = error instanceof Error && /^$|session closed/.test(error.message);
  throw isClosed ? new Error('the page, or its browser, has been closed') : error;
}

/**
 * Trims the `referer` of `page.goto` for redirects to other hosts, as browsers do: Playwright sends the whole address.
 * Has no effect if Playwright's internals differ.
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

/** Returns Playwright's internal object of an API object; undefined if the internals differ. */
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
    // Each command creates an error, whose stack trace costs more than sending.
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
