import type { FileKind } from './file-kind.ts';
/** Sitemaps as text (sitemaps.org): an address on each line, and nothing else. */
export declare const textSitemap: FileKind;
