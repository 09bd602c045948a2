/** Returns a URL as stored in `internal_links`: without the site's scheme and host. */
export const storedAddress = (url: string, origin: string): string =>
  url.startsWith(origin) && url[origin.length] === '/' ? url.slice(origin.length) : url;

/** Tells whether a URL has this stored form, without allocation, as called for each link of each page. */
export const isStoredAs = (stored: string, url: string, origin: string): boolean =>
  stored.startsWith('/')
    ? url.length === origin.length + stored.length && url.startsWith(origin) && url.endsWith(stored)
    : url === stored;

/** Returns the full URL of a stored one. */
export const fullAddress = (stored: string, origin: string): string =>
  stored.startsWith('/') ? origin + stored : stored;
