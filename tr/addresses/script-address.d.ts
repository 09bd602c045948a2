/** Longest name of a page or document that is one. */
export declare const LONGEST_NAME = 2000;
/** Whether a string of a script is an address. */
export declare function isScriptAddress(text: string): boolean;
