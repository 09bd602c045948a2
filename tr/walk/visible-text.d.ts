import type { LoadedFrame } from '../loaded-page.ts';
/** The limit that a page met whose text is longer than is kept. */
export declare const LONG_TEXT = "long text";
/**
 * The visible text of a page's documents by blocks, the frames' behind the page's own; whether there was more than is
 * kept; and whether one of them asks its reader for a password.
 */
export declare function visibleText(frames: readonly LoadedFrame[]): Promise<{
    blocks: string[];
    isCut: boolean;
    asksPassword: boolean;
}>;
