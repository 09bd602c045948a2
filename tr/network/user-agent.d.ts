/** The browser's own user agent, and ours behind it. @param contact how the crawl's user can be reached */
export declare const browserUserAgent: (version: string, contact: string | undefined) => string;
/** The user agent of requests without a browser. */
export declare const plainUserAgent: (contact: string | undefined) => string;
