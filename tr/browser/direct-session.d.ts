import type { CDPSession } from 'playwright';
/**
 * Has a session send its commands to the browser itself. Playwright's channel, which they would go through otherwise, takes
 * a picture of the stack, checks and copies each of them: half a millisecond of CPU time a command, against a tenth. A
 * version of Playwright that is not made like the one that this was written for sends as it always does.
 */
export declare function sendDirectly(cdp: CDPSession): CDPSession;
