import type { Technique } from './technique.ts';
/** Strings that look like addresses, in data that the documents hold or load. */
export declare const jsonText: Technique;
