import { parseUrl } from './parse.ts';

/** Tells whether an address contains a name or a password. */
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

/** Returns an address without name and password, which are neither sent nor stored. */
export function withoutCredentials(url: URL): URL {
  if (!hasCredentials(url)) return url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** Returns an address text without name and password; unchanged if there are none. */
export function bareAddress(address: string): string {
  const url = address.includes('@') ? parseUrl(address) : undefined;
  return url && hasCredentials(url) ? withoutCredentials(url).href : address;
}

/** Credentials between scheme and host, also with missing slashes, which browsers accept. */
const AT_BEGIN = /^(\s*(?:https?|wss?|ftp):[/\\]*)[^/\\?#]*@/i;
const BEHIND_SLASHES = /([/\\]{2})[^/\\?#\s'"<>]*@/g;

/** Removes names and passwords from a text that may be or contain addresses. */
export const bareText = (text: string): string =>
  text.includes('@') ? text.replace(AT_BEGIN, '$1').replace(BEHIND_SLASHES, '$1') : text;
