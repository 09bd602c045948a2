import type { FileKind } from './file-kind.ts';
/** PDF documents: links on their pages, and in their outline; the text of their first pages. */
export declare const pdf: FileKind;
