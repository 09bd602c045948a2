import type { CDPSession } from 'playwright';
import type { Starved } from './starved.ts';
/** What keeps a page's time from passing. */
export interface Holdup {
    /** For how many milliseconds no request has been on its way that may bring links; 0 while one is. */
    readonly idle: number;
    /** For how many milliseconds one of them has been on its way, and none has ended; 0 while none is. */
    readonly waiting: number;
}
export type Passing = 'passed' | 'passed-over' | 'held up';
/**
 * The clock of a tab's pages. It stands still but while it is let pass, and then it does not run: it goes on to the next
 * timer as soon as there is nothing else to do, and waits for requests. So timers far ahead cost next to nothing, and a
 * page whose time has passed has come to rest.
 */
export declare class VirtualTime {
    #private;
    /** @param starved without it, time is the clock's */
    constructor(cdp: CDPSession, ask: <T>(answer: Promise<T>) => Promise<T>, starved: Starved | undefined);
    /** Another page is to be loaded. */
    begin(): void;
    /**
     * Lets time pass in the page.
     *
     * @param budget milliseconds by the page's clock
     * @param atMost milliseconds by ours, as an idle machine has them: see FairTime
     * @param patience milliseconds that a request without an answer is waited for
     * @returns `passed`; `passed-over` if a request was still without an answer; `held up` if it did not all pass: then the
     * page's clock stands still
     */
    pass(budget: number, atMost: number, patience: number, holdup: () => Holdup): Promise<Passing>;
}
