import type { FrameTexts, LoadedFrame } from '../loaded-page.ts';
import type { DocumentText } from '../walk/walk-blocks.ts';
import type { WalkedLink } from '../walk/walked-links.ts';
import type { DocumentReading, Source } from './read-document.ts';
/** A document as it came, without its scripts run. */
export declare class ParsedDocument implements LoadedFrame {
    #private;
    readonly url: string;
    readonly isMain: boolean;
    readonly parentUrl: string;
    /** It is as it came: nothing can be gone since. */
    readonly source: undefined;
    readonly isXml: boolean;
    readonly reading: DocumentReading;
    /** @param reading undefined: it could not be read */
    constructor({ url, parentUrl, isXml }: Source, reading?: DocumentReading);
    get isCut(): boolean;
    /** An address of the document, absolute. */
    resolve(raw: string): string | undefined;
    links(): Promise<readonly WalkedLink[]>;
    texts(): Promise<FrameTexts>;
    blocks(): Promise<DocumentText>;
}
