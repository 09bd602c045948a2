import type { Technique } from './technique.ts';
/** Strings that look like addresses, in variables of the page's scripts as they are when it is read. */
export declare const globals: Technique;
