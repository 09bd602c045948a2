import { domainMatch, pathMatch } from 'tough-cookie';
import type { NewSite } from '../../domain/site.ts';
import { bareHost, parseUrl } from '../../url/parse.ts';
import { registrableDomain, siteScope } from '../../url/scope.ts';
import type { SessionFile, StorageState } from './session-state.ts';

type Cookie = StorageState['cookies'][number];
type AskedSite = Pick<NewSite, 'url' | 'scope'>;

/** Limit of domains named in a warning. */
const MOST_NAMED = 3;

/**
 * Returns warnings about session files before any request: expired cookies, and cookies or local storage that no site
 * of the crawl gets.
 *
 * @param hasScripts true if pages' scripts run, which alone use local storage
 * @param now milliseconds since the epoch
 */
export function sessionWarnings(
  files: readonly SessionFile[],
  sites: readonly AskedSite[],
  hasScripts: boolean,
  now: number,
): string[] {
  return files.flatMap(({ option, file, state }) => {
    const { cookies, origins } = state;
    const stores = origins.filter(({ localStorage }) => localStorage.length > 0);
    const isStored = stores.some(({ origin }) => hasScripts && sites.some((site) => isOriginOf(origin, site)));
    if (isStored) return [];
    const what = `${option}: ${file}`;
    if (cookies.length === 0 && stores.length === 0) return [`${what} holds no cookies: the crawl is not logged in`];
    if (cookies.length === 0) {
      const named = list(stores.map(({ origin }) => origin));
      return [
        hasScripts
          ? `${what} holds local storage of ${named} only, which no site of this crawl gets`
          : `${what} holds local storage only, which --render http does not use`,
      ];
    }
    const valid = cookies.filter(({ expires }) => expires < 0 || 1000 * expires > now);
    if (valid.length === 0) {
      const last = new Date(1000 * Math.max(...cookies.map(({ expires }) => expires))).toISOString().slice(0, 10);
      return [`${what}: all cookies have expired, the last on ${last}: the crawl is not logged in`];
    }
    if (valid.some((cookie) => sites.some((site) => isSentTo(cookie, site)))) return [];
    const isUnsafe = valid.some((cookie) => cookie.secure && sites.some((site) => isSentTo(cookie, secure(site))));
    if (isUnsafe) return [`${what}: its cookies are for https only, and the sites of this crawl are asked by http`];
    const named = list(valid.map(({ domain, path }) => domain.replace(/^\./, '') + (path === '/' ? '' : path)));
    return [`${what}: its cookies are for ${named}, and no site of this crawl gets them`];
  });
}

/** Tells whether a session has cookies or storage of a site's domain. */
export function isSessionOf({ cookies, origins }: StorageState, start: URL): boolean {
  const domain = registrableDomain(start.hostname);
  const isOwn = (host: string) => registrableDomain(host.replace(/^\./, '')) === domain;
  return cookies.some((cookie) => isOwn(cookie.domain)) || origins.some(({ origin }) => isOwn(hostOf(origin)));
}

const hostOf = (origin: string): string => parseUrl(origin)?.hostname ?? '';

const isOriginOf = (origin: string, { url, scope }: AskedSite): boolean => {
  const parsed = parseUrl(origin);
  const start = new URL(url);
  return (
    parsed !== undefined &&
    (scope === 'domain' ? siteScope(start, scope)(parsed) : bareHost(parsed) === bareHost(start))
  );
};

/** Tells whether a page of a site gets a cookie (RFC 6265, §5.4). */
function isSentTo({ domain, path, secure }: Cookie, { url, scope }: AskedSite): boolean {
  const start = new URL(url);
  if (secure && start.protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(start.hostname)) return false;
  const bare = start.hostname.replace(/^www\./, '');
  const isHostOnly = !domain.startsWith('.');
  const own = domain.replace(/^\./, '').toLowerCase();
  const isDomain =
    [bare, `www.${bare}`].some((host) => (isHostOnly ? host === own : domainMatch(host, own) === true)) ||
    (scope === 'domain' && registrableDomain(own) === registrableDomain(start.hostname));
  if (!isDomain || scope !== 'prefix') return isDomain;
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  return pathMatch(folder, path) || path.startsWith(folder);
}

const secure = (site: AskedSite): AskedSite => ({ ...site, url: site.url.replace(/^http:/, 'https:') });

function list(all: readonly string[]): string {
  const each = [...new Set(all)];
  const more = each.length - MOST_NAMED;
  return each.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
