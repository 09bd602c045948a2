import type { Technique } from './technique.ts';
/** Links in documents that addresses of links hold themselves; those that frames show are among the page's frames. */
export declare const dataDocuments: Technique;
