/**
 * Characters that may need escaping: Node's versions differ from Chromium for some, and from the standard for others.
 */
const MAY_DIFFER = /[ "<>`{}^|']/;

/**
 * Parses an address into the form that Chromium writes, so that Node and the browser agree; undefined if invalid.
 * Avoids `URL.canParse`: when optimised, Node 20 rejects hosts with non-ASCII Latin letters.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return asInChromium(new URL(text, base));
  } catch {
    return undefined;
  }
}

function asInChromium(url: URL): URL {
  if (!MAY_DIFFER.test(url.href)) return url;
  const { username, password, pathname, search, hash } = url;
  const isOpaque = url.host === '' && !pathname.startsWith('/');
  const escaped = {
    username: percentEncode(username, 'userinfo'),
    password: percentEncode(password, 'userinfo'),
    pathname: isOpaque ? pathname : percentEncode(pathname, 'path'),
    search: percentEncode(search.slice(1), 'query'),
    hash: percentEncode(hash.slice(1), 'fragment'),
  };
  if (escaped.username !== username) url.username = escaped.username;
  if (escaped.password !== password) url.password = escaped.password;
  if (escaped.pathname !== pathname) url.pathname = escaped.pathname;
  if (escaped.search !== search.slice(1)) url.search = escaped.search;
  if (escaped.hash !== hash.slice(1)) url.hash = escaped.hash;
  return url;
}

/** Maximum length of a base, in characters. The time to resolve an address grows with the base's length. */
const LONGEST_BASE = 2048;

/**
 * Returns the base for resolving addresses, without query and fragment if very long. Returns undefined for a base that
 * is still too long: then only absolute addresses are valid.
 */
export function usableBase(base: string): string | undefined {
  if (base.length <= LONGEST_BASE) return base;
  const beginning = base.slice(0, LONGEST_BASE + 1);
  const end = beginning.search(/[?#]/);
  return end < 0 ? undefined : beginning.slice(0, end);
}

/** Returns host and port without a leading `www.`, usually one server. */
export const bareHost = (url: URL): string => url.host.replace(/^www\./, '');

/** C0 control set, part of all other sets: controls and non-ASCII characters. */
const control = '\\0-\\x1f\\x7f-\\uffff';
const query = ' "#<>';
const path = `${query}?\`{}^`;
const runOf = (characters: string): RegExp => new RegExp(`[${control}${characters.replace(/[\\\]^]/g, '\\$&')}]+`, 'g');

/**
 * Characters to escape in each part of an address: the percent-encode sets of the URL standard (§1.3). As Chromium
 * does, adds `|` to paths and `'` to credentials, and treats queries of all schemes as special.
 */
const sets = {
  fragment: runOf(' "<>`'),
  query: runOf(`${query}'`),
  path: runOf(`${path}|`),
  userinfo: runOf(`${path}/:;=@[\\]|'`),
  /** Characters escaped in some part that end no part: for comparing texts of an unknown part. */
  somewhere: runOf(` "<>\`{}^|'`),
};
type PercentEncodeSet = keyof typeof sets;

/** Escapes the characters of a set as UTF-8. Existing escapes stay. */
export const percentEncode = (text: string, set: PercentEncodeSet): string =>
  text.replace(sets[set], (run) => Buffer.from(run).toString('hex').replace(/../g, escapeOf));

const escapeOf = (octet: string): string => `%${octet.toUpperCase()}`;

/** Returns an octet as written in a part of an address: an allowed character or an escape. */
export const percentEncodeOctet = (octet: number, set: PercentEncodeSet): string =>
  octet < 0x80 ? percentEncode(String.fromCharCode(octet), set) : escapeOf(octet.toString(16));

/** Decodes the escapes of a text; unchanged if they are not UTF-8. */
export function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

/** Returns an address without the fragment. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
