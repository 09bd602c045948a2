import { GiveUpVisit } from '../../domain/errors.ts';
import type { Target } from '../capture.ts';
import type { LoadedAnswer } from '../loaded-page.ts';
import { type Refusal } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
/** How long one request may take, in milliseconds. */
export interface Times {
    readonly answerWithin: number;
    readonly bodyWithin: number;
}
/** When a page's document, or a frame's, may be asked for, and what it redirects to. */
export interface Way {
    /** Waits for the turn of a document that the page leads to; says why it is not asked for. */
    document(url: URL): Promise<Refusal | undefined>;
    /** The same for a redirect. */
    redirect(url: URL): Promise<Refusal | undefined>;
    /** Milliseconds waited so far: no server is to blame for them. */
    readonly waited: number;
    /** A server is asked now … */
    asks(url: URL): void;
    /** … and has answered. */
    touch(url: URL): void;
}
/** A document that the page leads to is left aside, for a limit. */
export declare class LeftAside extends GiveUpVisit {
    readonly limit: Refusal;
    constructor(limit: Refusal);
}
/** An answer that is no redirect. */
export interface Landed {
    /** Where the redirects ended, the fragment included. */
    readonly url: string;
    readonly answer: HttpAnswer;
    /** The redirects on the way, in their order. */
    readonly redirects: readonly LoadedAnswer[];
}
/** What is kept from one page of a site to the next: its cookies. */
export declare class HttpSession {
    #private;
    /** Pages read so far. */
    reads: number;
    /** @param storageState cookies to begin with */
    constructor(client: HttpClient, userAgent: string, storageState: StorageState | undefined);
    /**
     * Asks for an address and where it redirects to, all within the time for one answer and one body.
     *
     * @param mayFollow why a redirect to an address is not followed; undefined if it is
     * @throws RetryVisit or GiveUpVisit if no answer comes, or the redirects lead nowhere
     */
    load(address: string, times: Times, way: Way, mayFollow?: Target['mayFollow']): Promise<Landed>;
    /** Loads an address that a page leads to without a click: by a refresh, or for a frame. */
    follow(url: string, times: () => Times, way: Way, mayFollow: Target['mayFollow']): Promise<Landed>;
}
export declare const isWeb: ({ protocol }: URL) => boolean;
