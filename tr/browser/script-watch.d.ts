import type { CDPSession } from 'playwright';
import { RetryVisit } from '../../domain/errors.ts';
import type { Patience } from '../network/patience.ts';
import type { RendererTime } from './renderer-time.ts';
/** Waits for what a page answers, and ends the scripts that keep it from answering. */
export declare class ScriptWatch {
    #private;
    /** Scripts that were ended. */
    ended: number;
    /** Why the page answers no more: it has crashed. */
    crash: RetryVisit | undefined;
    /**
     * @param time asks what time renderers have had; without it a busy machine looks like a script that never stops
     * @param onEnd told of each script that is ended
     */
    constructor(cdp: CDPSession, patience: Patience, time: RendererTime | undefined, onEnd: () => void);
    crashed(why: RetryVisit): void;
    /**
     * What the page answers. A script that holds it up is ended, and later ones sooner.
     *
     * @throws RetryVisit if scripts hold it up for ever, or it crashes
     */
    ask<T>(answer: Promise<T>): Promise<T>;
    /** An answer; fails if the page crashes before it comes. A race with one promise for all would keep each answer. */
    orCrash<T>(answer: Promise<T>): Promise<T>;
    /** Ends the script that runs; from the second on, no more are begun. @returns whether the page is still waited for */
    endScript(): boolean;
    /** No script of the page runs any more. */
    stopAll(): void;
    /** What is answered; undefined if it is not within so many milliseconds, of which a renderer has had the second half. */
    within<T>(most: number, answer: Promise<T>): Promise<T | undefined>;
}
