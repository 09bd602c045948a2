import { z } from 'zod';
import { type FrameDocument } from './document.ts';
import type { Tab } from './tab.ts';
/** How far a document is loaded, how often it has changed, and what it is. */
declare const standing: z.ZodObject<{
    state: z.ZodEnum<{
        complete: "complete";
        interactive: "interactive";
        loading: "loading";
    }>;
    changes: z.ZodNumber;
    addresses: z.ZodNumber;
    elements: z.ZodNumber;
    hasScripts: z.ZodBoolean;
    address: z.ZodString;
    contentType: z.ZodString;
    title: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    canonical: z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>>;
    robots: z.ZodString;
    isAnchored: z.ZodBoolean;
}, z.core.$strip>;
type Standing = z.infer<typeof standing>;
/** The documents of a page as it stands, and what its own is. */
export interface Ready extends Omit<Standing, 'state'> {
    /** Nodes in memory: closed shadow trees tell nobody that they have grown. */
    readonly nodes: number;
    readonly frames: readonly FrameDocument[];
}
/**
 * Waits until the page's documents are loaded and what is soon due has happened, requests included. A page that keeps on
 * changing or waiting is read as it is; the tab's limits say so.
 *
 * @param begin since when the page is waited for, by `performance.now()`, less what it had waited for its turns then
 */
export declare function whenAtRest(tab: Tab, begin: number): Promise<Ready>;
/** The documents that the tab shows; those that are still the same keep the world that they are seen from. */
export declare function documentsNow(tab: Tab, before: readonly FrameDocument[]): Promise<readonly FrameDocument[]>;
/** The page's standing: that of its own document, as far loaded and as often changed as all its frames are. */
export declare function lookAt(frames: readonly FrameDocument[], tab: Tab): Promise<Standing & Ready>;
export {};
