import type { CDPSession } from 'playwright';
import type { Refusal } from '../network/visit-pace.ts';
export interface Header {
    readonly name: string;
    readonly value: string;
}
/** A request, or the answer to it, that waits for what is to become of it. */
export interface Paused {
    readonly requestId: string;
    /** Where a server has redirected to this: what that came from. */
    readonly redirectedRequestId?: string;
    readonly frameId: string;
    readonly resourceType: string;
    readonly request: {
        readonly url: string;
        readonly method: string;
        readonly headers: Readonly<Record<string, string>>;
    };
    readonly responseStatusCode?: number;
    readonly responseErrorReason?: string;
    readonly responseHeaders?: readonly Header[];
}
export declare const headerValue: (headers: readonly Header[], name: string) => string | undefined;
/** As sent; of several the last counts, as in browsers. */
export declare const contentTypeOf: (headers: readonly Header[]) => string;
/** The headers without those that say how the body was sent. */
export declare const unframed: (headers: readonly Header[]) => Header[];
/** What becomes of the requests of a tab. */
export declare class PausedRequests {
    #private;
    /** @param onLimit told of each limit that a request met */
    constructor(cdp: CDPSession, onLimit: (limit: string) => void);
    pass({ requestId, responseStatusCode }: Paused): Promise<void>;
    /** The page is given an answer of ours, by its server's status. */
    fulfil({ requestId, responseStatusCode }: Paused, headers: Header[], body: string): Promise<void>;
    /** The page takes it that its request was heard: what its scripts do next is seen. */
    answerNothing({ requestId, request }: Paused): Promise<void>;
    block({ requestId }: Paused): Promise<void>;
    /** The frame, or the page, stays as it is. */
    refuse({ requestId }: Paused, limit: Refusal | 'too many requests'): Promise<void>;
    abort(requestId: string): Promise<void>;
}
