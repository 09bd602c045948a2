import { z } from 'zod';
import type { LivePage } from '../browser/live-page.ts';
import type { ElementWords } from './element-words.ts';
import { type FrameAct } from './frame-act.ts';
declare const performed: z.ZodObject<{
    done: z.ZodNumber;
    hasChanged: z.ZodBoolean;
    hasShown: z.ZodBoolean;
    isSame: z.ZodBoolean;
    hasLeft: z.ZodBoolean;
    gone: z.ZodReadonly<z.ZodArray<z.ZodNumber>>;
    hidden: z.ZodReadonly<z.ZodArray<z.ZodNumber>>;
    isCovered: z.ZodBoolean;
    words: z.ZodOptional<z.ZodType<ElementWords, unknown, z.core.$ZodTypeInternals<ElementWords, unknown>>>;
}, z.core.$strip>;
/** What can be done that was not planned before, and the targets whose elements were made anew. */
interface Plans {
    readonly planned: readonly FrameAct[];
    readonly renewed: readonly string[];
}
/**
 * Finds out who listens for what on a page, and acts on it. Elements that end a session, delete or send something are left
 * alone; see harmful-element.ts.
 */
export declare class Actor {
    #private;
    /** Whether elements were left aside in the last plan because they are too many: some that listen … */
    hasMoreListeners: boolean;
    /** … or some that others listen for. */
    hasMoreWithin: boolean;
    constructor(page: LivePage);
    /** Whether elements that listen stood in no document that was known, and others are there by now. */
    get lacksFrames(): boolean;
    /**
     * What can be done that was not planned before.
     *
     * @param within elements in which one that listens for others is asked about
     * @param missing what was to be done to elements that were not there
     */
    plan(within: number, missing: readonly FrameAct[]): Promise<Plans>;
    /**
     * Does what was planned until the page changes by it. Answers how many were done, whether it changed, if only to look
     * as before, whether the last of them set the address of another page, the targets that were not there or are hidden, and
     * whether a dialog covers the next one.
     *
     * @param isReached what a dialog covers is acted on, too
     */
    perform(acts: readonly FrameAct[], isReached: boolean): Promise<Omit<z.infer<typeof performed>, 'words'>>;
}
/** What is taken for a document's answer where it is gone. */
export declare const orGone: <T>(nothing: T) => (error: unknown) => T;
export {};
