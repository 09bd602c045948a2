import { getDomain, parse as parseHost } from 'tldts';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type ScopeKind, scopeKinds, siteKinds } from '../domain/site.ts';
import { bareText, hasCredentials } from './credentials.ts';
import { hasRoute } from './normalise.ts';
import { parseUrl } from './parse.ts';

/** Fields of a site, named like the columns of a sites file. Only the address is required. */
export const siteFields = z.object({
  url: z.string(),
  name: z.string().default(''),
  short_name: z.string().default(''),
  kind: z.string().default(''),
  scope: z.string().default(''),
});

/**
 * Returns a site from an address, with optional further fields.
 *
 * @throws BadInput with the option's name in front
 */
export function siteFromUrl(url: string, scope: ScopeKind, option = '--url', more: Partial<Fields> = {}): NewSite {
  const site = namedSite({ ...more, url }, scope);
  if (typeof site === 'string') throw new BadInput(`${option}: ${site}`);
  return site;
}

type Fields = z.input<typeof siteFields>;

/** Returns the site, or an error message for invalid fields. */
export function namedSite(fields: Fields, scope: ScopeKind): NewSite | string {
  const { url, name, short_name, kind, scope: ownScope } = siteFields.parse(fields);
  const start = startUrl(url.trim());
  if (!start) return `"${withoutSecrets(url)}" is not an http(s) address${meantAddress(url.trim())}`;
  if (hasCredentials(start))
    return `the address of ${start.host} contains a name or password, which would be stored: remove it, and log in with --cookies or --storage-state`;
  const siteKind = z.enum(siteKinds).safeParse(kind.trim().toLowerCase() || 'other');
  if (!siteKind.success) return `unknown kind "${kind}"; known kinds are ${siteKinds.join(', ')}`;
  const siteScope = z.enum(scopeKinds).safeParse(ownScope.trim().toLowerCase() || scope);
  if (!siteScope.success) return `unknown scope "${ownScope}"; known scopes are ${scopeKinds.join(', ')}`;
  const shortName = short_name.trim() || defaultShortName(start);
  return { url: start.href, name: name.trim() || shortName, shortName, kind: siteKind.data, scope: siteScope.data };
}

/** Suggests an address for a host without a scheme. */
function meantAddress(text: string): string {
  const meant = /^[^\s:/@]+\.[^\s:/@]+(:\d+)?([/?#]\S*)?$/.test(text) ? parseUrl(`https://${text}`) : undefined;
  return meant ? `; perhaps ${meant.href} is meant` : '';
}

/** Returns the text of an address without name and password. */
export const withoutSecrets = (text: string): string => bareText(text).replace(/^[^/\\?#]*@/, '');

/** Returns the start address. A bare host name with a registered ending counts as http. */
function startUrl(text: string): URL | undefined {
  const isBareHost =
    !text.includes('://') && /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && parseHost(text).isIcann && getDomain(text);
  const address = isBareHost ? `http://${text}` : text;
  const url = /\s/.test(address) ? undefined : parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (!hasRoute(url)) url.hash = '';
  return url;
}
