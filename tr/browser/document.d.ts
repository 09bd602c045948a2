import { z } from 'zod';
import type { Listener } from '../acts/gestures.ts';
import { type FrameTexts, type LoadedFrame, type LoadedSource } from '../loaded-page.ts';
import { type DocumentText } from '../walk/walk-blocks.ts';
import { type WalkedLink } from '../walk/walked-links.ts';
import type { Tab } from './tab.ts';
declare const frameSchema: z.ZodObject<{
    id: z.ZodString;
    loaderId: z.ZodString;
    url: z.ZodString;
}, z.core.$strip>;
interface FrameTree {
    frame: z.infer<typeof frameSchema>;
    childFrames?: FrameTree[] | undefined;
}
/** A frame's document, seen from a world of our own that the page's scripts can't reach. */
export declare class FrameDocument implements LoadedFrame {
    #private;
    /** The same for as long as the frame shows this document. */
    readonly id: string;
    readonly isMain: boolean;
    readonly url: string;
    readonly parentUrl: string;
    isCut: boolean;
    constructor(tab: Tab, frame: FrameTree['frame'], parentUrl: string | undefined);
    get source(): LoadedSource | undefined;
    /** @throws DocumentGone if it was the page's own; a frame's links go with its document, the page's are still there. */
    links(): Promise<readonly WalkedLink[]>;
    texts(): Promise<FrameTexts>;
    /** @throws DocumentGone as `links` does */
    blocks(): Promise<DocumentText>;
    /** Whether an expression is true in the frame; false where its document is gone, or it fails. */
    ask(expression: string): Promise<boolean>;
    /** The same of a function that takes a value, then each host of a closed shadow root that was found, and the root. */
    askWithRoots(name: string, value: string): Promise<boolean>;
    /** Waits until the page has been drawn twice: then its scripts have been told what is in view. */
    drawn(): Promise<void>;
    /** Which nodes of the page's document, its shadow trees and its frames listen, by their number in the browser. */
    listeners(): Promise<ReadonlyMap<number, Listener>>;
    /** A node as an object of our world; undefined if it is gone. */
    element(node: number): Promise<string | undefined>;
    /**
     * Calls a function in our world, with values and objects of the page.
     *
     * @param name an expression that is the function
     * @throws DocumentGone
     */
    call<T>(name: string, values: readonly unknown[], objects: readonly string[], schema: z.ZodType<T>): Promise<T>;
    /** The world of our own that the document is seen from. */
    world(): Promise<number>;
    /**
     * Runs an expression in a world of our own, where scripts of the page have changed nothing.
     *
     * @throws DocumentGone
     */
    evaluate<T>(expression: string, schema: z.ZodType<T>): Promise<T>;
}
/** The documents that the tab shows now: the page's own, then its frames', of any nesting. */
export declare function documents(tab: Tab): Promise<FrameDocument[]>;
export {};
