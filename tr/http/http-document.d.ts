import type { ParsedDocument } from '../documents/parsed-document.ts';
import type { Source } from '../documents/read-document.ts';
import type { Landed } from './http-session.ts';
/** What an answer holds: a page's document, or a file; a browser shows some files, and saves the others. */
export type Content = {
    readonly kind: 'page';
    readonly contentType: string;
    readonly document: ParsedDocument;
} | {
    readonly kind: 'file';
    readonly contentType: string;
    readonly isShown: boolean;
};
/**
 * @param parentUrl address of the document that holds the frame; undefined for a page's own document
 * @param read how a document is read
 */
export declare function contentOf({ answer, url }: Landed, parentUrl: string | undefined, read: (source: Source) => Promise<ParsedDocument>): Promise<Content>;
