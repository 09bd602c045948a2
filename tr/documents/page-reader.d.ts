import { ParsedDocument } from './parsed-document.ts';
import type { Source } from './read-document.ts';
/** Reads the documents of one page, one after the other: together they may have as much as one large document. */
export declare class PageReader {
    #private;
    /** Limits that the page met. */
    readonly limits: Set<string>;
    constructor(wanted: Pick<Source, 'wantsTexts' | 'wantsFeatures'>);
    /** A document; of one that takes too much time or memory, its beginning. */
    read(source: Source): Promise<ParsedDocument>;
}
