import { type DefaultTreeAdapterTypes } from 'parse5';
/**
 * Elements, their attributes and comments of one document that are parsed: it ends there. As many, each inside the one
 * before, take some 200 MB.
 */
export declare const MOST_PARTS = 300000;
interface ParsedMarkup {
    readonly tree: DefaultTreeAdapterTypes.Document;
    /** Elements that the parser left out where they stood, such as a frame outside of a frameset, without what they held. */
    readonly dropped: DefaultTreeAdapterTypes.Document;
    readonly parts: number;
    /** Whether there would be more: the tree is what the document's beginning makes. */
    readonly isCut: boolean;
}
/**
 * Parses a document as a browser does that runs no scripts, as far as it has no more than `mostParts`: parts that count
 * what memory they take, so that no document takes more time or memory than its length and `mostParts` allow.
 */
export declare function parseMarkup(text: string, isXml: boolean, mostParts?: number): ParsedMarkup;
export {};
