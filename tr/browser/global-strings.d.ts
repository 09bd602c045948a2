import type { Tab } from './tab.ts';
/**
 * Strings that may be addresses, in global variables of the scripts of the page's own document: those that `var` and
 * assignments make, and what these hold, no getters asked. They are read in the page's own world; the browser ends that
 * where it would change anything.
 */
export declare function globalStrings(tab: Tab): Promise<readonly string[]>;
