import type { Technique } from './technique.ts';
/** Links in comments, conditional ones too, and in pieces of pages that scripts fill in. */
export declare const comment: Technique;
