import type { FileKind } from './file-kind.ts';
/** Feeds: RSS 0.9x, 1.0 and 2.0, Atom, lists of feeds (OPML); what their items are, enclose and say. */
export declare const feed: FileKind;
