/** An address as the table `internal_links` keeps it: without the site's scheme and host. */
export const storedAddress = (url: string, origin: string): string =>
  url.startsWith(origin) && url[origin.length] === '/' ? url.slice(origin.length) : url;

/** Whether an address is stored so; nothing is made for the answer, as it is asked of each link of each page. */
export const isStoredAs = (stored: string, url: string, origin: string): boolean =>
  stored.startsWith('/')
    ? url.length === origin.length + stored.length && url.startsWith(origin) && url.endsWith(stored)
    : url === stored;

/** The address that was stored. */
export const fullAddress = (stored: string, origin: string): string =>
  stored.startsWith('/') ? origin + stored : stored;
