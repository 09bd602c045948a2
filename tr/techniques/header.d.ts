import type { Technique } from './technique.ts';
/** Addresses in the headers of the answers that led to the page, and in what redirects say. */
export declare const header: Technique;
