import { type DocumentText } from '../walk/walk-blocks.ts';
import { type FrameText } from '../walk/walk-texts.ts';
import { type WalkedLinks } from '../walk/walked-links.ts';
/** A document as it came, and what of it is wanted. Plain data: it may be read in another thread. */
export interface Source {
    readonly url: string;
    /** Address of the document that holds the frame; undefined for the page's own. */
    readonly parentUrl: string | undefined;
    /** Its text, or its bytes with their `Content-Type` header. */
    readonly markup: {
        readonly text: string;
        readonly encoding: string;
    } | {
        readonly bytes: Uint8Array;
        readonly contentType: string;
    };
    readonly isXml: boolean;
    /** What addresses are relative to where no `base` element says; the document's own address unless given. */
    readonly base?: string | undefined;
    /** Whether its texts are wanted, too, in which addresses may be guessed. */
    readonly wantsTexts?: boolean;
    /** Whether it is wanted, too, what its links in a browser depend on. */
    readonly wantsFeatures?: boolean;
    /** Parts that are parsed; see `parseMarkup`. */
    readonly mostParts?: number;
}
/** A frame that a document holds: an address, or markup of its own. */
export interface FrameElement {
    readonly url: string | undefined;
    readonly markup: string | undefined;
}
/** What a document holds, without its scripts run. */
export interface DocumentReading {
    readonly encoding: string;
    readonly title: string;
    /** What addresses are relative to; undefined where the `base` element names no address. */
    readonly base: string | undefined;
    /** What its `<link rel=canonical>` names. */
    readonly canonical: string | undefined;
    /** What its `<meta name=robots>` say. */
    readonly robots: string;
    /** Contents of `meta http-equiv=refresh`. */
    readonly refresh: string | undefined;
    /** The frames of the document, in its order. */
    readonly frames: readonly FrameElement[];
    readonly walked: WalkedLinks;
    readonly blocks: DocumentText;
    /** None unless they were wanted. */
    readonly texts: readonly FrameText[];
    readonly features: readonly string[] | undefined;
    /** Whether it is hardly more than the scripts that are to write it. */
    readonly awaitsScripts: boolean;
    /** How many parts were parsed; whether there would be more. */
    readonly parts: number;
    readonly isTooLarge: boolean;
}
/** Reads a document: all that a page wants of it at once, so that its tree is not kept. */
export declare function readDocument(source: Source): DocumentReading;
