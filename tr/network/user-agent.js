const PRODUCT = 'Forager/0.1';
const withContact = (contact) => contact === undefined ? PRODUCT : `${PRODUCT} (+${contact})`;
/** The browser's own user agent, and ours behind it. @param contact how the crawl's user can be reached */
export const browserUserAgent = (version, contact) => `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36 ${withContact(contact)}`;
/** The user agent of requests without a browser. */
export const plainUserAgent = (contact) => contact === undefined ? `Mozilla/5.0 (compatible; ${PRODUCT})` : `Mozilla/5.0 (compatible; ${PRODUCT}; +${contact})`;
//# sourceMappingURL=user-agent.js.map