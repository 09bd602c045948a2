import { getDomain } from 'tldts';
import type { ScopeKind } from '../domain/site.ts';
import { bareHost } from './parse.ts';

/** Tells whether an address belongs to a site. */
export type Scope = (url: URL) => boolean;

/**
 * Returns the scope of the site with its start page at `start`.
 * - `host`: the same host and port, with or without a leading `www.`
 * - `domain`: the same registrable domain by the public suffix list; the same host without one, as for an IP address
 * - `prefix`: the same host, and a path below the folder of the start page
 */
export function siteScope(start: URL, kind: ScopeKind): Scope {
  const host = bareHost(start);
  switch (kind) {
    case 'host':
      return (url) => bareHost(url) === host;
    case 'domain': {
      // Copied, as a closure over `start` would keep a URL object in memory for each of 100,000 sites.
      const { hostname } = start;
      const domain = registrableDomain(hostname);
      return (url) => url.hostname === hostname || registrableDomain(url.hostname) === domain;
    }
    case 'prefix': {
      const folder = folderOf(start);
      return (url) => bareHost(url) === host && (url.pathname.startsWith(folder) || `${url.pathname}/` === folder);
    }
  }
}

/** Returns the scope of a site by its row in `seeds`. */
export const scopeOfSeed = (seed: {
  readonly start_url: string;
  readonly home: string | null;
  readonly scope: ScopeKind;
}) => siteScope(new URL(seed.home ?? seed.start_url), seed.scope);

/** Returns the path of a page up to the last slash. */
export const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

/** Returns the registrable domain (`uni.ac.uk`), or the host itself if the public suffix list has none. */
export const registrableDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true, validateHostname: false }) ?? hostname;
