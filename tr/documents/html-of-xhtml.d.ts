/**
 * XHTML as HTML: elements that end where they begin get an end, character data become text. One pass: what is no whole tag
 * is not looked at again.
 */
export declare const htmlOfXhtml: (text: string) => string;
