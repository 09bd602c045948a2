import { withoutCredentials } from '../../url/credentials.ts';
import { parseUrl } from '../../url/parse.ts';

const PRODUCT = 'Forager/0.1';

const withContact = (contact: string | undefined): string =>
  contact === undefined ? PRODUCT : `${PRODUCT} (+${contact})`;

/** Returns the browser's user agent with ours appended. @param contact contact address of the crawl's user */
export const browserUserAgent = (version: string, contact: string | undefined): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36 ${withContact(contact)}`;

/** Returns the user agent of requests without a browser. */
export const plainUserAgent = (contact: string | undefined): string =>
  contact === undefined ? `Mozilla/5.0 (compatible; ${PRODUCT})` : `Mozilla/5.0 (compatible; ${PRODUCT}; +${contact})`;

/**
 * Returns the Referer header of a request by `strict-origin-when-cross-origin`, as in browsers; undefined for none.
 *
 * @param from address of the page that leads there; for a redirect the Referer of its request
 */
export function refererFor(from: string | undefined, to: URL): string | undefined {
  const page = from === undefined ? undefined : parseUrl(from);
  if (!page || !/^https?:$/.test(page.protocol)) return undefined;
  if (page.protocol === 'https:' && to.protocol === 'http:') return undefined;
  return page.origin === to.origin ? withoutCredentials(page).href.replace(/#.*$/s, '') : `${page.origin}/`;
}
