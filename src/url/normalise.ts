import { createHash } from 'node:crypto';

/**
 * A link's identity: its address with scheme and host in lower case, without fragment and trailing slash, and with
 * `foldCase` all in lower case (Pechnikov & Chernobrovkin 2012, §2, step 5; Lee & Kim 2005: under 1 % of unique links
 * are lost). A fragment that begins with `#/` or `#!` is a route of a client-side application, so it stays. The address
 * to fetch is kept as written; this key only tells links apart.
 */
export function identityKey(url: URL, foldCase: boolean): string {
  const isRoute = url.hash.startsWith('#/') || url.hash.startsWith('#!');
  const path = url.search === '' && !isRoute ? withoutTrailingSlash(url.pathname) : url.pathname;
  const key = `${url.protocol}//${url.host}${path}${url.search}${isRoute ? withoutTrailingSlash(url.hash) : ''}`;
  return foldCase ? key.toLowerCase() : key;
}

const withoutTrailingSlash = (text: string): string => text.replace(/\/+$/, '');

/** The first 53 bits of the key's SHA-1: a whole number that JavaScript, SQLite and PostgreSQL all hold exactly. */
export function keyHash(key: string): number {
  const digest = createHash('sha1').update(key).digest();
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}
