import { setImmediate as nextTurn } from 'node:timers/promises';
/**
 * Has a session send its commands to the browser itself. Playwright's channel, which they would go through otherwise, takes
 * a picture of the stack, checks and copies each of them: half a millisecond of CPU time a command, against a tenth. A
 * version of Playwright that is not made like the one that this was written for sends as it always does.
 */
export function sendDirectly(cdp) {
    const send = directSend(cdp);
    // Events still come through the channel, a turn later: what was told before an answer is heard before it.
    if (send) {
        const sendInTurn = async (method, params) => await send(method, params)
            .catch(explain)
            .finally(() => nextTurn());
        Reflect.set(cdp, 'send', sendInTurn);
    }
    return cdp;
}
/** Playwright's channel names what these errors do not. */
function explain(error) {
    const isClosed = error instanceof Error && /^$|session closed/.test(error.message);
    throw isClosed ? new Error('the page, or its browser, has been closed') : error;
}
/** Undefined where Playwright's parts are not where they were. */
function directSend(cdp) {
    const connection = partOf(cdp, '_connection');
    const toServer = partOf(connection, 'toImpl');
    if (typeof toServer !== 'function')
        return undefined;
    const session = partOf(Reflect.apply(toServer, connection, [cdp]), '_session');
    const send = partOf(session, 'send');
    if (typeof send !== 'function')
        return undefined;
    return async (...given) => {
        // Each command makes its error beforehand: where it was sent from costs more than to send it.
        const { stackTraceLimit } = Error;
        Error.stackTraceLimit = 0;
        let answer;
        try {
            answer = Reflect.apply(send, session, given);
        }
        finally {
            Error.stackTraceLimit = stackTraceLimit;
        }
        return await answer;
    };
}
const partOf = (whole, name) => typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
//# sourceMappingURL=direct-session.js.map