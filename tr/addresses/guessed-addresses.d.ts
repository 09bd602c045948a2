/** An address that a script names, and the method that it asks with; undefined where it does not say. */
export interface ScriptAddress {
    readonly raw: string;
    readonly method: string | undefined;
}
/** What looks like an address in a script: whole strings, those put together of literals too. */
export declare function scriptAddresses(script: string): ScriptAddress[];
/** What looks like an address among the strings of data. */
export declare const jsonAddresses: (json: string) => string[];
/** Addresses in running text, paths too, without the punctuation of their sentences; in the order of the text. */
export declare function shownAddresses(text: string): string[];
/** The same in a comment. A name behind a slash, there, marks the end of a part of the page: `/header`, `end /nav`. */
export declare const commentedAddresses: (text: string) => string[];
