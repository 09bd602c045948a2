import { parseUrl } from './parse.ts';

/** Whether an address bears a name or a password. */
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

/** The address without the name and the password in it: they are their user's, and are neither sent nor stored. */
export function withoutCredentials(url: URL): URL {
  if (!hasCredentials(url)) return url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** The same of an address as text; what has none stays as it is written. */
export function bareAddress(address: string): string {
  const url = address.includes('@') ? parseUrl(address) : undefined;
  return url && hasCredentials(url) ? withoutCredentials(url).href : address;
}

/** What stands between the slashes and the host, also where browsers want no slashes. */
const AT_BEGIN = /^(\s*(?:https?|wss?|ftp):[/\\]*)[^/\\?#]*@/i;
const BEHIND_SLASHES = /([/\\]{2})[^/\\?#\s'"<>]*@/g;

/** A text that may be an address, or may hold some, without the names and passwords in them. */
export const bareText = (text: string): string =>
  text.includes('@') ? text.replace(AT_BEGIN, '$1').replace(BEHIND_SLASHES, '$1') : text;
