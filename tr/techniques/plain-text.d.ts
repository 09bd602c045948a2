import type { Technique } from './technique.ts';
/** Addresses that stand in the text of the page, but are no links. */
export declare const plainText: Technique;
