import type { FileKind } from './file-kind.ts';
/** Style sheets: images, fonts, and the style sheets that they import. */
export declare const css: FileKind;
