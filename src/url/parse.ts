import { percentEncode } from './percent-encode.ts';

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
