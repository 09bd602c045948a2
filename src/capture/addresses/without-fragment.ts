/** An address without the part of the page that it names. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
