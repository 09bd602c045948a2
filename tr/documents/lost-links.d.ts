import type { WalkedLink } from '../walk/walked-links.ts';
/** A document as it came, and the links that it shows now. */
export interface LostLinksInput {
    readonly url: string;
    readonly parentUrl: string | undefined;
    readonly bytes: Uint8Array;
    /** The WHATWG name of what they are encoded in. */
    readonly encoding: string;
    readonly isXml: boolean;
    readonly shown: readonly WalkedLink[];
}
/** The links that a document came with, and does not show any more, not in another form either. */
export declare function lostLinks({ url, parentUrl, bytes, encoding, isXml, shown }: LostLinksInput): readonly WalkedLink[];
