/** What may have to be escaped still: versions of Node differ from Chromium in some, and stay behind the standard in others. */
const MAY_DIFFER = /[ "<>`{}^|']/;

/**
 * The address that a text names, in its one form: as Chromium writes it, whoever read it. All addresses that come from
 * outside pass here, so that those that the browser has resolved and those that Node has are the same. Undefined for a
 * text that names none. Not by `URL.canParse`: once that runs hot, Node 20 refuses host names with Latin letters beyond
 * ASCII.
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

/** Longest base, in characters. Each address that is resolved takes as long as its base is, and a page has many. */
const LONGEST_BASE = 2048;

/**
 * What addresses are resolved by, in place of a base: without query and fragment where it is very long, which only the
 * address of the document itself has. Undefined where it is longer still: then only absolute addresses lead anywhere.
 */
export function usableBase(base: string): string | undefined {
  if (base.length <= LONGEST_BASE) return base;
  const beginning = base.slice(0, LONGEST_BASE + 1);
  const end = beginning.search(/[?#]/);
  return end < 0 ? undefined : beginning.slice(0, end);
}

/** Host and port without a leading `www.`: one server as a rule. */
export const bareHost = (url: URL): string => url.host.replace(/^www\./, '');

/** The C0 control set, in which all others are: controls, and what lies beyond ASCII. */
const control = '\\0-\\x1f\\x7f-\\uffff';
const query = ' "#<>';
const path = `${query}?\`{}^`;
const runOf = (characters: string): RegExp => new RegExp(`[${control}${characters.replace(/[\\\]^]/g, '\\$&')}]+`, 'g');

/**
 * The characters that do not stand in each part of an address: the percent-encode sets of the URL standard (§1.3), as
 * Chromium has them. It adds `|` to paths and `'` to names and passwords, and treats the query of each scheme as that of
 * a special one.
 */
const sets = {
  fragment: runOf(' "<>`'),
  query: runOf(`${query}'`),
  path: runOf(`${path}|`),
  userinfo: runOf(`${path}/:;=@[\\]|'`),
  /** What is escaped in some part but ends none: for comparing texts of which the part is not known. */
  somewhere: runOf(` "<>\`{}^|'`),
};
type PercentEncodeSet = keyof typeof sets;

/** A text with the characters of a set as escapes of their UTF-8; escapes that stand in it stay as they are. */
export const percentEncode = (text: string, set: PercentEncodeSet): string =>
  text.replace(sets[set], (run) => Buffer.from(run).toString('hex').replace(/../g, escapeOf));

const escapeOf = (octet: string): string => `%${octet.toUpperCase()}`;

/** An octet as it stands in a part of an address: itself where it is a character that may stand there. */
export const percentEncodeOctet = (octet: number, set: PercentEncodeSet): string =>
  octet < 0x80 ? percentEncode(String.fromCharCode(octet), set) : escapeOf(octet.toString(16));

/** A text with its escapes decoded; as it is where they are no UTF-8. */
export function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

/** An address without the part of the page that it names. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
