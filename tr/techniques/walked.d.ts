import type { FoundLink } from '../../domain/link.ts';
import type { LoadedFrame, LoadedPage } from '../loaded-page.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
/** A document, and the links that its walk found. */
interface WalkedFrame {
    readonly frame: LoadedFrame;
    readonly links: readonly WalkedLink[];
}
/** A page's documents, walked once for all techniques that want their links. */
export declare class WalkedPage {
    #private;
    constructor(page: LoadedPage);
    /** The links of its documents; those only that were not told before, once it was walked anew. */
    frames(): Promise<readonly WalkedFrame[]>;
    /** What is wanted of its links. */
    links(technique: string, isWanted: (link: WalkedLink) => boolean): Promise<FoundLink[]>;
    /** Its links by all walks so far. */
    allLinks(): Promise<readonly WalkedLink[]>;
    /** The page has changed: who asks next has it walked again. */
    renew(): void;
}
export declare const foundIn: (frame: LoadedFrame, link: WalkedLink, technique: string) => FoundLink;
export {};
