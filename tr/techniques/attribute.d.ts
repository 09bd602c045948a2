import type { Technique } from './technique.ts';
/** Addresses that do not lead the reader away: what the documents show, run or name, in any attribute, style or data. */
export declare const attribute: Technique;
