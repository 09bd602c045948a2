import { withoutPort } from './address-parts.ts';
import { bareHost } from './parse.ts';
import { folderOf, registrableDomain } from './scope.ts';

/** Scope of a site: addresses below a folder, on a host (with or without `www.`), or in a domain. */
export type PlaceScope =
  | { readonly kind: 'prefix'; readonly host: string; readonly folder: string }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'domain'; readonly domain: string };

/** Returns the scope of a site with the given start address. */
export function scopeFrom(start: URL, kind: PlaceScope['kind']): PlaceScope {
  const host = bareHost(start);
  switch (kind) {
    case 'prefix':
      return { kind, host, folder: folderOf(start) };
    case 'host':
      return { kind, host };
    case 'domain':
      return { kind, domain: registrableDomain(start.hostname) };
  }
}

/** Returns a key that is the same for equal scopes. */
export const scopeKey = (scope: PlaceScope): string =>
  scope.kind === 'domain'
    ? `domain ${scope.domain}`
    : `host ${scope.host}${scope.kind === 'prefix' && scope.folder !== '/' ? scope.folder : ''}`;

/** Finds the most specific place of a path on a host; undefined outside all places. */
type PlacesOnHost = (path: string) => number | undefined;

/** Index of places, by host and path. The longest folder wins, then the host, then the longest domain. */
export type PlaceIndex = (host: string) => PlacesOnHost;

/**
 * Builds an index of places.
 *
 * @param places scopes; the first of equally specific ones wins
 */
export function indexPlaces(places: readonly { readonly scope: PlaceScope }[]): PlaceIndex {
  const folders = new Map<string, { readonly folder: string; readonly place: number }[]>();
  const domains = new Map<string, number>();
  for (const [place, { scope }] of places.entries()) {
    if (scope.kind === 'domain') {
      if (!domains.has(scope.domain)) domains.set(scope.domain, place);
      continue;
    }
    const folder = scope.kind === 'prefix' ? scope.folder : '/';
    const known = folders.get(scope.host) ?? [];
    folders.set(scope.host, known);
    if (!known.some((one) => one.folder === folder)) known.push({ folder, place });
  }
  for (const known of folders.values()) known.sort((a, b) => b.folder.length - a.folder.length);
  return (host) => {
    const own = folders.get(host.replace(/^www\./, '')) ?? [];
    const around = longestDomain(domains, withoutPort(host));
    return (path) => {
      for (const { folder, place } of own) if (path.startsWith(folder) || `${path}/` === folder) return place;
      return around;
    };
  };
}

/** Returns the place of the host name or of the longest domain around the host. */
function longestDomain(domains: ReadonlyMap<string, number>, hostName: string): number | undefined {
  for (let name = hostName; name !== ''; ) {
    const place = domains.get(name);
    if (place !== undefined) return place;
    const dot = name.indexOf('.');
    name = dot < 0 ? '' : name.slice(dot + 1);
  }
  return undefined;
}
