import { withoutCredentials } from '../../url/credentials.ts';
import { parseUrl } from '../../url/parse.ts';

const PRODUCT = 'Forager/0.1';

const withContact = (contact: string | undefined): string =>
  contact === undefined ? PRODUCT : `${PRODUCT} (+${contact})`;

/** The browser's own user agent, and ours behind it. @param contact how the crawl's user can be reached */
export const browserUserAgent = (version: string, contact: string | undefined): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36 ${withContact(contact)}`;

/** The user agent of requests without a browser. */
export const plainUserAgent = (contact: string | undefined): string =>
  contact === undefined ? `Mozilla/5.0 (compatible; ${PRODUCT})` : `Mozilla/5.0 (compatible; ${PRODUCT}; +${contact})`;

/**
 * The Referer header of a request, as browsers send it (`strict-origin-when-cross-origin`); undefined: none is sent.
 *
 * @param from address of the page that leads there; of one that a redirect follows, what its request had
 */
export function refererFor(from: string | undefined, to: URL): string | undefined {
  const page = from === undefined ? undefined : parseUrl(from);
  if (!page || !/^https?:$/.test(page.protocol)) return undefined;
  if (page.protocol === 'https:' && to.protocol === 'http:') return undefined;
  return page.origin === to.origin ? withoutCredentials(page).href.replace(/#.*$/s, '') : `${page.origin}/`;
}
