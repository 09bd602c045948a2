import type { FileKind } from './file-kind.ts';
/** JSON Feed 1.1: what its items are, attach and say. */
export declare const jsonFeed: FileKind;
