import crypto, { createHash } from 'node:crypto';
import type { LeftOut } from './left-out.ts';
import { withoutParameters } from './left-out.ts';
import { parseUrl } from './parse.ts';

/** Parts of an address that can be left out of its identity, by their names in `--ignore-in-urls`; docs/identity.md. */
export const ignorableParts = [
  'session-ids',
  'tracking',
  'parameter-order',
  'default-documents',
  'percent-encoding',
] as const;
type IgnorablePart = (typeof ignorableParts)[number];

/**
 * What makes two addresses one. Fixed for a database, as the hashes of its links depend on it, but for what is learned to make
 * no difference.
 */
export interface Identity {
  /** Addresses that differ only in case are one. */
  readonly foldCase: boolean;
  /** Addresses that differ only in these are one. */
  readonly ignored: ReadonlySet<IgnorablePart>;
  /** Parameters that make no difference, by host; undefined: none is learned. */
  readonly leftOut?: LeftOut;
}

/**
 * A link's identity: its address with scheme and host in lower case, without fragment and trailing slash, and with
 * `foldCase` all in lower case (Pechnikov & Chernobrovkin 2012, §2, step 5; Lee & Kim 2005: under 1 % of unique links
 * are lost); without the parts that the identity ignores. A fragment that is a route of a client-side application stays.
 * The address to fetch is kept as written; this key only tells links apart.
 *
 * @param isRoute whether its fragment is a route, where it is known to be one that does not look so
 */
export function identityKey(url: URL, identity: Identity, isRoute = hasRoute(url)): string {
  const { foldCase, ignored, leftOut } = identity;
  const names = leftOut?.of(url.host);
  const { pathname, search, hash } = names ? withoutParameters(url, (one) => names.has(one)) : url;
  const query = ignored.size === 0 ? search : knownQuery(search, identity);
  const isPlain = query === '' && !isRoute;
  const shown = isPlain ? withoutTrailingSlash(pathname) : pathname;
  const path = ignored.size === 0 ? shown : knownPath(shown, isPlain, identity);
  const key = `${url.protocol}//${url.host}${path}${query}${isRoute ? routeOf(hash) : ''}`;
  return foldCase ? key.toLowerCase() : key;
}

/** The identity of a page of a site by its address as it is stored: that has a fragment only where this is a route. */
export const storedKey = (url: URL, identity: Identity): string => identityKey(url, identity, url.hash !== '');

/** Whether its fragment looks like a route of a client-side application, not like a place in the page. */
export const hasRoute = ({ hash }: URL): boolean => hash.startsWith('#/') || hash.startsWith('#!');

/**
 * Whether two addresses are of one page, whatever identity is chosen: they differ in a place in it at most.
 *
 * @param isRoute whether an address has a route for its fragment
 */
export function isSamePage(one: string, other: string, isRoute = hasRoute): boolean {
  const [a, b] = [parseUrl(one), parseUrl(other)];
  return a && b ? identityKey(a, EXACT, isRoute(a)) === identityKey(b, EXACT, isRoute(b)) : one === other;
}

const EXACT: Identity = { foldCase: false, ignored: new Set() };

/** The path without what is ignored; `isPlain`: without slashes at its end, too. */
function knownPath(shown: string, isPlain: boolean, { ignored }: Identity): string {
  const own = isPlain ? withoutTrailingSlash : (path: string) => path || '/';
  let path = ignored.has('percent-encoding') ? sameEscapes(shown) : shown;
  if (ignored.has('session-ids')) path = own(withoutSessionIds(path));
  if (ignored.has('default-documents')) path = own(withoutDefaultDocument(path));
  return path;
}

/** The query without what is ignored. */
function knownQuery(search: string, { foldCase, ignored }: Identity): string {
  const escaped = ignored.has('percent-encoding') ? sameEscapes(search) : search;
  // Folded before it is sorted, so that the key of a key is the key.
  const parameters = (foldCase ? escaped.toLowerCase() : escaped)
    .slice(1)
    .split('&')
    .filter((parameter) => {
      const [name, value] = nameAndValue(parameter);
      if (ignored.has('tracking') && isTracking(name)) return false;
      return !(ignored.has('session-ids') && isSessionId(name, value));
    });
  if (ignored.has('parameter-order')) parameters.sort(byName);
  const query = parameters.join('&');
  return query === '' ? '' : `?${query}`;
}

function nameAndValue(parameter: string): [name: string, value: string] {
  const at = parameter.indexOf('=');
  return at < 0 ? [parameter.toLowerCase(), ''] : [parameter.slice(0, at).toLowerCase(), parameter.slice(at + 1)];
}

/** By name alone, so that parameters of one name keep their order: to a server they are a list. */
function byName(a: string, b: string): number {
  const [one, other] = [a.split('=', 1)[0] ?? '', b.split('=', 1)[0] ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** RFC 3986, §6.2.2: escapes in upper case, and none for letters, digits, `-`, `.`, `_` and `~`. A stray `%` stays one. */
const sameEscapes = (text: string): string =>
  text.replace(/(?<!%[\da-f]?)%[\da-f]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : written.toUpperCase();
  });

/**
 * Without slashes at its end; the route of slashes alone keeps one, or it would be none. Routers take `#!x` for `#!/x`.
 */
const routeOf = (hash: string): string =>
  `#${withoutTrailingSlash(hash.slice(1)) || '/'}`.replace(/^#!(?=[^/])/, '#!/');

const withoutTrailingSlash = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/** The first 53 bits of the key's SHA-1: a whole number that JavaScript, SQLite and PostgreSQL all hold exactly. */
export function keyHash(key: string): number {
  const digest = sha1(key);
  return Number.parseInt(digest.slice(0, 8), 16) * 2 ** 21 + (Number.parseInt(digest.slice(8, 16), 16) >>> 11);
}

/** In hexadecimal digits. In one call, which Node has from 20.12 on: a `Hash` takes five times as long, and stays in memory until old objects are collected. */
const sha1: (text: string) => string =
  'hash' in crypto ? (text) => crypto.hash('sha1', text) : (text) => createHash('sha1').update(text).digest('hex');

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Parameters that always bear a session's number, in lower case. */
const sessionNames = setOf('phpsessid jsessionid asp.net_sessionid cfid cftoken cfsessionid oscsid zenid xtcsid');

/** Parameters that may bear one: only a long random value tells, as `session=3` may be an hour of a conference. */
const perhapsSessionNames = setOf('sid s ssid sess sessid session sessionid session_id psid');

/** 16 or more letters and digits, both among them: no word and no plain number. */
const randomValue = /^(?=.*\d)(?=.*[a-z])[a-z\d]{16,}$/i;

/** Whether a parameter of a query only bears a session's number; `name` in lower case. */
const isSessionId = (name: string, value: string): boolean =>
  sessionNames.has(name) ||
  name.startsWith('aspsessionid') ||
  (perhapsSessionNames.has(name) && randomValue.test(value));

/** A session's number behind a segment of a path, as Java's servers write it: `;jsessionid=…`. */
const sessionParameter = /(?<!\/(?:\.|%2e){1,2});(?:jsessionid|phpsessid|sid)=[^/;]*/gi;
/** A segment that is one, as ASP.NET's servers write it: `(S(…))`. */
const sessionSegment = /\/\((?:[a-z]\([\w.-]+\))+\)(?=\/|$)/gi;

/** The path without sessions' numbers. */
const withoutSessionIds = (path: string): string => path.replace(sessionParameter, '').replace(sessionSegment, '');

/** Parameters that tell a server's owner whence a visitor came, in lower case. */
const trackingNames = setOf(
  `gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid ysclid _openstat mc_cid mc_eid _ga _gl _hsenc _hsmi mkt_tok
  igshid igsh twclid ttclid li_fat_id vero_id vero_conv oly_enc_id oly_anon_id rb_clickid s_cid wickedid wt.mc_id
  srsltid epik rdt_cid`,
);
const trackingPrefix = /^(?:utm|pk|mtm|piwik|matomo)_/;

/** Whether a parameter of a query only tells whence a visitor came; `name` in lower case. */
const isTracking = (name: string): boolean => trackingNames.has(name) || trackingPrefix.test(name);

const DOCUMENT = String.raw`\/(?:index|default)\.(?:html?|xhtml|shtml|php\d?|phtml|aspx?|jspx?|cgi|pl|cfm)`;

const defaultDocument = new RegExp(`(?:${DOCUMENT}\\/*)*${DOCUMENT}$`, 'i');

/** The path without the document that a server answers its folder's address with. */
const withoutDefaultDocument = (path: string): string => path.replace(defaultDocument, '/');
