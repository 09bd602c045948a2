import type { CDPSession, Page, Request } from 'playwright';
import type { Holdup } from './virtual-time.ts';
/** What a page has asked for: requests that may bring links and are without an answer, and the parts that it loads. */
export declare class PendingRequests {
    #private;
    /** Told of each part. @param isTooMany there are so many that it is a loop */
    onPart: (isTooMany: boolean) => void;
    /** Told when a request has failed. */
    onFailed: (request: Request) => void;
    constructor(page: Page, cdp: CDPSession);
    begin(): void;
    /** Whether requests that may bring links are without an answer. */
    get isWaiting(): boolean;
    /**
     * What keeps the page's time from passing, at one of many looks. A body that nobody reads does not, but a stream beside it
     * does: where only bodies and streams are left, the browser is asked to tell what comes of them.
     */
    look(): Holdup;
    touch(): void;
}
