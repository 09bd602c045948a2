import type { Technique } from './technique.ts';
/** Strings that look like addresses, in the documents' scripts and in those that they load. */
export declare const scriptText: Technique;
