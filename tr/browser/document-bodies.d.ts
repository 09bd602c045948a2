import type { CDPSession } from 'playwright';
import { type FileBody } from '../files/read-file.ts';
import type { LoadedSource } from '../loaded-page.ts';
import { type Paused, type PausedRequests } from './paused-request.ts';
import type { Starved } from './starved.ts';
/**
 * The bytes of a page's documents. Where they are in another encoding than the browser would take them for, it is said in
 * the document's header. Of files that bear links the bytes are taken: the browser gets an empty answer in their place, and
 * shows or downloads nothing, but for XML that names a style sheet of XSLT.
 */
export declare class DocumentBodies {
    #private;
    /** The tab's own document did not come to an end in time: it is to be loaded without a look at its bytes. */
    isTooSlow: boolean;
    /** A document of the page is longer than the browser is given of it. */
    isTooLarge: boolean;
    /** What the tab's own document came with, where it is a file that may bear links. */
    file: FileBody | undefined;
    /** That file is one that the browser makes a page of. */
    isMadePage: boolean;
    /** @param wait milliseconds that a document's bytes are waited for */
    constructor(cdp: CDPSession, requests: PausedRequests, wait: number, starved: Starved | undefined);
    /** @param isTooSlow the same page again, without a look at its bytes */
    begin(isTooSlow: boolean): void;
    /** The document of a frame as it came; undefined where its bytes were not looked at. */
    sourceOf(frame: string): LoadedSource | undefined;
    /** Whether the document of a frame makes shadow trees, or may: its bytes were not looked at. */
    mayMakeRoots(frame: string): boolean;
    /** A document, or a file, has come, and is looked into before the browser has it. @param isOwn the tab's own */
    come(event: Paused, isOwn: boolean): Promise<void>;
}
