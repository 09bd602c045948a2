/** The addresses in a `meta` element's content, as written; not that of a refresh. */
export declare function metaAddresses(key: string, content: string): string[];
/** Where a content security policy has its violations reported to. */
export declare const reportAddresses: (policy: string) => string[];
