/**
 * The encoding that bytes look like which say nothing of it, and are not UTF-8; windows-1252 where they look like none,
 * as in browsers. The words are judged by chardet without the markup, whose Latin letters drown what is foreign.
 */
export declare function detectEncoding(bytes: Uint8Array): string;
