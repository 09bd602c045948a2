export interface Encoding {
    /** The WHATWG name in lower case (`utf-8`, `windows-1251` …), with the superset `gb18030` for `gbk`. */
    readonly encoding: string;
    /** Whether the document says so itself, by BOM, header or markup, and its bytes bear it out. */
    readonly declared: boolean;
}
/** The text of a document, in the encoding that `encodingOf` finds. */
export declare function decode(bytes: Uint8Array, contentType: string): {
    text: string;
    encoding: string;
};
/**
 * How a document is encoded: what its BOM, the HTTP header or its markup says, the first of them that its bytes don't
 * belie; else what its bytes look like. Where header and markup say the same, it takes more to belie them.
 *
 * @param contentType the HTTP header as sent; empty for none
 */
export declare function encodingOf(bytes: Uint8Array, contentType: string): Encoding;
/** The encoding that a `Content-Type` header names; undefined if it names none. */
export declare const headerEncoding: (contentType: string) => string | undefined;
