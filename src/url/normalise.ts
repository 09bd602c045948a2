import crypto, { createHash } from 'node:crypto';
import type { LeftOut } from './needless-parameters.ts';
import { withoutParameters } from './needless-parameters.ts';
import { parseUrl } from './parse.ts';

/** Parts of an address that the identity may ignore, as named in `--ignore-in-urls`; see docs/identity.md. */
export const ignorableParts = [
  'session-ids',
  'tracking',
  'parameter-order',
  'default-documents',
  'percent-encoding',
] as const;
type IgnorablePart = (typeof ignorableParts)[number];

/**
 * Rules that decide which addresses are equal. Fixed for a database, as the hashes of links depend on them, except for
 * learned parameters.
 */
export interface Identity {
  /** True if case makes no difference. */
  readonly foldCase: boolean;
  /** Parts of addresses that make no difference. */
  readonly ignored: ReadonlySet<IgnorablePart>;
  /** Learned parameters without effect, by host. */
  readonly leftOut?: LeftOut;
}

/**
 * Returns a link's identity (Pechnikov & Chernobrovkin 2012, §2, step 5). Scheme and host are in lower case, with
 * `foldCase` the whole address (Lee & Kim 2005: under 1 % of unique links are lost). The identity has no ignored
 * parts, no trailing slash, and no fragment other than a route.
 *
 * @param isRoute true if the fragment is known to be a route despite its form
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

/** Returns the identity of a stored address, in which any fragment is a route. */
export const storedKey = (url: URL, identity: Identity): string => identityKey(url, identity, url.hash !== '');

/** Tells whether the fragment looks like a route of an application rather than a place in the page. */
export const hasRoute = ({ hash }: URL): boolean => hash.startsWith('#/') || hash.startsWith('#!');

/**
 * Tells whether two addresses differ at most in a place in the page, under any identity.
 *
 * @param isRoute tells whether an address has a route as its fragment
 */
export function isSamePage(one: string, other: string, isRoute = hasRoute): boolean {
  const [a, b] = [parseUrl(one), parseUrl(other)];
  return a && b ? identityKey(a, EXACT, isRoute(a)) === identityKey(b, EXACT, isRoute(b)) : one === other;
}

const EXACT: Identity = { foldCase: false, ignored: new Set() };

/**
 * Returns the path without ignored parts.
 *
 * @param isPlain true to remove trailing slashes, too
 */
function knownPath(shown: string, isPlain: boolean, { ignored }: Identity): string {
  const own = isPlain ? withoutTrailingSlash : (path: string) => path || '/';
  let path = ignored.has('percent-encoding') ? sameEscapes(shown) : shown;
  if (ignored.has('session-ids')) path = own(withoutSessionIds(path));
  if (ignored.has('default-documents')) path = own(withoutDefaultDocument(path));
  return path;
}

/** Returns the query without ignored parts. */
function knownQuery(search: string, { foldCase, ignored }: Identity): string {
  const escaped = ignored.has('percent-encoding') ? sameEscapes(search) : search;
  // Lower case comes before sorting, so that the key of a key is the key itself.
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

/** Compares by name only. Parameters of one name keep their order, as servers treat them as a list. */
function byName(a: string, b: string): number {
  const [one, other] = [a.split('=', 1)[0] ?? '', b.split('=', 1)[0] ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Normalises escapes (RFC 3986, §6.2.2): upper case, and none for letters, digits, `-`, `.`, `_` and `~`. A stray `%`
 * stays.
 */
const sameEscapes = (text: string): string =>
  text.replace(/(?<!%[\da-f]?)%[\da-f]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : written.toUpperCase();
  });

/** Returns a route without trailing slashes, but keeps one if nothing else is left. Routers treat `#!x` as `#!/x`. */
const routeOf = (hash: string): string =>
  `#${withoutTrailingSlash(hash.slice(1)) || '/'}`.replace(/^#!(?=[^/])/, '#!/');

const withoutTrailingSlash = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/** Returns the first 53 bits of the key's SHA-1, an integer that JavaScript, SQLite and PostgreSQL store exactly. */
export function keyHash(key: string): number {
  const digest = sha1(key);
  return Number.parseInt(digest.slice(0, 8), 16) * 2 ** 21 + (Number.parseInt(digest.slice(8, 16), 16) >>> 11);
}

/**
 * Returns the SHA-1 in hexadecimal digits. `crypto.hash` (Node 20.12) is five times as fast as a `Hash`, which also
 * stays in memory until garbage collection.
 */
const sha1: (text: string) => string =
  'hash' in crypto ? (text) => crypto.hash('sha1', text) : (text) => createHash('sha1').update(text).digest('hex');

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Parameters that always contain a session number, in lower case. */
const sessionNames = setOf('phpsessid jsessionid asp.net_sessionid cfid cftoken cfsessionid oscsid zenid xtcsid');

/**
 * Parameters that may contain a session number, if the value is long and random: `session=3` may be a conference
 * session.
 */
const perhapsSessionNames = setOf('sid s ssid sess sessid session sessionid session_id psid');

/** Pattern of a random value: 16 or more characters with both letters and digits. */
const randomValue = /^(?=.*\d)(?=.*[a-z])[a-z\d]{16,}$/i;

/** Tells whether a query parameter only contains a session number; `name` in lower case. */
const isSessionId = (name: string, value: string): boolean =>
  sessionNames.has(name) ||
  name.startsWith('aspsessionid') ||
  (perhapsSessionNames.has(name) && randomValue.test(value));

/** Session number at the end of a path segment, as written by Java servers: `;jsessionid=…`. */
const sessionParameter = /(?<!\/(?:\.|%2e){1,2});(?:jsessionid|phpsessid|sid)=[^/;]*/gi;
/** Path segment with a session number, as written by ASP.NET servers: `(S(…))`. */
const sessionSegment = /\/\((?:[a-z]\([\w.-]+\))+\)(?=\/|$)/gi;

/** Returns the path without session numbers. */
const withoutSessionIds = (path: string): string => path.replace(sessionParameter, '').replace(sessionSegment, '');

/** Parameters that tell a site's owner where a visitor came from, in lower case. */
const trackingNames = setOf(
  `gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid ysclid _openstat mc_cid mc_eid _ga _gl _hsenc _hsmi mkt_tok
  igshid igsh twclid ttclid li_fat_id vero_id vero_conv oly_enc_id oly_anon_id rb_clickid s_cid wickedid wt.mc_id
  srsltid epik rdt_cid`,
);
const trackingPrefix = /^(?:utm|pk|mtm|piwik|matomo)_/;

/** Tells whether a query parameter only tells where a visitor came from; `name` in lower case. */
const isTracking = (name: string): boolean => trackingNames.has(name) || trackingPrefix.test(name);

const DOCUMENT = String.raw`\/(?:index|default)\.(?:html?|xhtml|shtml|php\d?|phtml|aspx?|jspx?|cgi|pl|cfm)`;

const defaultDocument = new RegExp(`(?:${DOCUMENT}\\/*)*${DOCUMENT}$`, 'i');

/** Returns the path without a default document, such as `index.html`. */
const withoutDefaultDocument = (path: string): string => path.replace(defaultDocument, '/');
