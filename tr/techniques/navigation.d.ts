import type { Technique } from './technique.ts';
/**
 * Where scripts lead: addresses that they go to, routes that they set, windows that they open. Observed from outside, and
 * not carried out. Of a window nobody says by what method it was asked for: what a form of the page posts to is no page.
 */
export declare const navigation: Technique;
