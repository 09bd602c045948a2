/** Registrable domains of the made-up web, each with some sites on hosts of their own. */
export const DOMAINS = 12;
export const SITES_OF_DOMAIN = 2;

/** Pages that a worker fetches concurrently. */
export const SLOTS = 4;

/** Maximum milliseconds per page. */
export const LONGEST_FETCH = 120;

/** The start page of a site. */
export const siteOf = (domain: number, site: number): string => `http://s${site}.d${domain}.test/`;

/** Tells whether a page kills the process that reads it. */
export const isKiller = (url: string): boolean => url === `${siteOf(3, 1)}6`;
