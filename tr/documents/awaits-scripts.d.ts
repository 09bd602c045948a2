import { type ParsedElement } from './parsed-dom.ts';
/**
 * Whether a document is hardly more than the scripts that are to write it: it shows next to no text and few links, and has
 * an element to be filled, or asks for scripts, or shows no link and no more than one line.
 *
 * @param text what it shows, a line for each block
 * @param links how many of its links lead away
 */
export declare function awaitsScripts(elements: readonly ParsedElement[], text: string, links: number): boolean;
/** Whether it is a script that runs; data, such as JSON-LD, stand in scripts that do not. */
export declare const runs: (element: ParsedElement) => boolean;
export declare const isEmpty: (element: ParsedElement) => boolean;
