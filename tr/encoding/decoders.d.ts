/** The name of the encoding that browsers mean by a label, in lower case; undefined if they know none. */
export declare function encodingNamed(label: string | undefined): string | undefined;
/** The text; what is no character in the encoding becomes U+FFFD. @param encoding a name of `encodingNamed` */
export declare function decodeAs(bytes: Uint8Array, encoding: string): string;
