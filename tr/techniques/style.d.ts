import type { Technique } from './technique.ts';
/** What the page's style sheets import and load; those in the document's own markup are found with it. */
export declare const style: Technique;
