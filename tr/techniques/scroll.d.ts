import type { Technique } from './technique.ts';
/** What scrolling brings: lists that load more, and parts that are loaded or drawn only when they come into view. */
export declare const scroll: Technique;
