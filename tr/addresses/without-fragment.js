/** An address without the part of the page that it names. */
export const withoutFragment = (url) => url.split('#', 1)[0] ?? url;
//# sourceMappingURL=without-fragment.js.map