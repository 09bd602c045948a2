import type { Technique } from './technique.ts';
/** Addresses that turn out to be files and no pages: capture/files/ reads them. */
export declare const files: Technique;
/** Without it, links whose address ends in .pdf are not visited. */
export declare const documents: Technique;
