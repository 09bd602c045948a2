/** An address as the table `internal_links` keeps it: without the site's scheme and host. */
export const storedAddress = (url: string, origin: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;

/** The address that was stored. */
export const fullAddress = (stored: string, origin: string): string =>
  stored.startsWith('/') ? origin + stored : stored;
