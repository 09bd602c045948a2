import type { Technique } from './technique.ts';
/** Links that stand in the documents as they came, and that scripts, or there being scripts, have taken away. */
export declare const source: Technique;
