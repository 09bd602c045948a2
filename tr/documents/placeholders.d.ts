import { type ParsedElement } from './parsed-dom.ts';
/**
 * What tells the placeholders of a page apart: links without an address, such as `<a href=# data-to=x>`, and other elements
 * that only scripts explain. Scripts may resolve some of their values and not others, so these are features, and whether
 * the page's own scripts name them is, too. Numbers of more than three digits are left out: they count things.
 */
export declare function placeholderFeatures(elements: readonly ParsedElement[]): string[];
