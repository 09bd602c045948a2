import type { Technique } from './technique.ts';
/** In the order in which they are used; a link that two find is tagged with the first. */
export declare const techniques: readonly Technique[];
