import { type BadReason, type ClassifiedLink, type FoundLink, isSafe, type ResourceRole } from '../domain/link.ts';
import { bareText, withoutCredentials } from './credentials.ts';
import { isFilePath } from './file-types.ts';
import { hasRoute, type Identity, identityKey } from './normalise.ts';
import { parseUrl, usableBase } from './parse.ts';
import { registrableDomain, type Scope } from './scope.ts';

/**
 * Maximum length of an address. Longer ones are bad links: no common browser or server supports them, and traps
 * produce them.
 */
export const MAX_URL_LENGTH = 2048;
/** Maximum stored length of a bad link's text, in characters. */
const MAX_RAW_LENGTH = 1000;

/**
 * Sorts a link into internal, external or bad (Pechnikov & Chernobrovkin 2012, §2, step 6). Removes names and
 * passwords from addresses.
 *
 * @param raw the attribute's text as written
 * @param address absolute address if resolved by the browser, else the base address of the document
 * @param isRoute true if the fragment is known to be a route of an application despite its form
 */
export function classify(
  raw: string,
  address: { readonly resolved: string } | { readonly base: string },
  scope: Scope,
  identity: Identity,
  isRoute?: true,
): ClassifiedLink {
  const text = raw.trim();
  const bad = (reason: BadReason): ClassifiedLink => ({
    kind: 'bad',
    reason,
    raw: bareText(raw).slice(0, MAX_RAW_LENGTH),
  });
  const named = 'resolved' in address ? parseUrl(address.resolved) : parseUrl(text, usableBase(address.base));
  if (!named) return bad('malformed');
  const url = withoutCredentials(named);
  if (url.protocol === 'javascript:') return bad('javascript');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return bad(isMisspelt(url) ? 'misspelt-scheme' : 'scheme');
  if (url.href.length > MAX_URL_LENGTH) return bad('too-long');
  const isInternal = scope(url);
  const key = identityKey(url, isInternal ? identity : withCase(identity), isRoute);
  if (isInternal) return { kind: 'internal', url: fetchable(url, isRoute), key, isFile: isFilePath(url.pathname) };
  return { kind: 'external', url: url.href, key, host: url.hostname, domain: registrableDomain(url.hostname) };
}

/** Schemes that resources may have. */
const RESOURCE = /^(?:https?|wss?):$/;

/**
 * Classifies a found link. Returns undefined for an invalid address outside of links, and for one without a resource
 * of a server, such as `data:…`. Such an address is no mistake, so no bad link.
 *
 * @param documentUrl address of the document or its base
 */
export function classifyFound(
  { raw, url: resolved, role, method, isRoute }: Pick<FoundLink, 'raw' | 'url' | 'role' | 'method' | 'isRoute'>,
  documentUrl: string,
  scope: Scope,
  identity: Identity,
): ClassifiedLink | undefined {
  const address = resolved === undefined ? { base: documentUrl } : { resolved };
  if (role === 'link' && isSafe(method)) return classify(raw, address, scope, identity, isRoute);
  const named = parseUrl(resolved ?? raw.trim(), resolved === undefined ? usableBase(documentUrl) : undefined);
  const url = named && withoutCredentials(named);
  if (!url || !RESOURCE.test(url.protocol) || url.href.length > MAX_URL_LENGTH) {
    return role === 'link' ? classify(raw, address, scope, identity) : undefined;
  }
  if (role === 'guess' && method === 'GET' && /^http/.test(url.protocol)) {
    const isPage = scope(url) && !isFilePath(url.pathname);
    if (isPage) return { kind: 'internal', url: fetchable(url), key: identityKey(url, identity), isFile: false };
  }
  return resource(url, role, method, scope(url) ? identity : withCase(identity));
}

/** Returns an identity with case, for other sites, which may tell addresses apart by case. */
export const withCase = ({ ignored }: Identity): Identity => ({ foldCase: false, ignored });

function resource(url: URL, found: FoundLink['role'], method: string, identity: Identity): ClassifiedLink {
  const key = identityKey(url, identity);
  const role: ResourceRole = found === 'link' || !isSafe(method) ? 'write' : found;
  return {
    kind: 'resource',
    url: fetchable(url),
    key: method === 'GET' ? key : `${method} ${key}`,
    method,
    role,
    host: url.hostname,
    domain: registrableDomain(url.hostname),
  };
}

/** Returns the address to fetch: as written, without a fragment that is only a place in the page. */
export function fetchable(url: URL, isRoute = hasRoute(url)): string {
  if (url.hash === '' || isRoute) return url.href;
  return url.href.slice(0, url.href.length - url.hash.length);
}

/** Schemes that are often misspelt in links, with the maximum number of wrong letters. */
const MEANT = { http: 2, https: 2, mailto: 2, javascript: 2 } as const;

/** Real schemes that resemble misspelt ones. */
const REAL = new Set('ftp ftps sftp tftp nntp ntp rtp rtsp smtp mtp shttp itms mail'.split(' '));

/** Tells whether the scheme of an address is a typing error (`htp://…`) or a host without its scheme (`a.test:80/`). */
function isMisspelt({ protocol, pathname }: URL): boolean {
  const scheme = protocol.slice(0, -1);
  if (/^[\w-]+\.[\w.-]+$|^localhost$/.test(scheme) && /^\d{1,5}(?:\/|$)/.test(pathname)) return true;
  if (REAL.has(scheme) || scheme.length < 3) return false;
  return Object.entries(MEANT).some(([meant, most]) => {
    const wrong = wrongLetters(scheme, meant, most);
    return wrong > 0 && wrong <= most;
  });
}

/**
 * Returns the number of letters added, left out, replaced or swapped with a neighbour; `most` + 1 for very different
 * lengths.
 */
function wrongLetters(written: string, meant: string, most: number): number {
  if (Math.abs(written.length - meant.length) > most) return most + 1;
  let [beforeLast, last]: [readonly number[], readonly number[]] = [[], [...meant, ''].map((_, at) => at)];
  for (let at = 0; at < written.length; at++) {
    const row = [at + 1];
    for (let to = 0; to < meant.length; to++) {
      const isSame = written[at] === meant[to];
      const isSwapped = at > 0 && to > 0 && written[at] === meant[to - 1] && written[at - 1] === meant[to];
      row.push(
        Math.min(
          (last[to] ?? 0) + (isSame ? 0 : 1),
          (last[to + 1] ?? 0) + 1,
          (row[to] ?? 0) + 1,
          isSwapped ? (beforeLast[to - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[meant.length] ?? 0;
}
