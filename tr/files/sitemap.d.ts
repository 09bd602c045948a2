import type { FileKind } from './file-kind.ts';
/** Sitemaps and sitemap indexes (sitemaps.org), with Google's additions for images, videos and languages. */
export declare const sitemap: FileKind;
