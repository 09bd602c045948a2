import { getDomain, parse as parseHost } from 'tldts';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { defaultShortName, type NewSite, type ScopeKind, scopeKinds, siteKinds } from '../domain/site.ts';
import { bareText, hasCredentials } from './credentials.ts';
import { hasRoute } from './normalise.ts';
import { parseUrl } from './parse.ts';

/** What is said of a site, as the columns of a sites file have it; only its address is needed. */
export const siteFields = z.object({
  url: z.string(),
  name: z.string().default(''),
  short_name: z.string().default(''),
  kind: z.string().default(''),
  scope: z.string().default(''),
});

/** A site from an address alone, or with more of what a line may have. @throws BadInput that begins with the option */
export function siteFromUrl(url: string, scope: ScopeKind, option = '--url', more: Partial<Fields> = {}): NewSite {
  const site = namedSite({ ...more, url }, scope);
  if (typeof site === 'string') throw new BadInput(`${option}: ${site}`);
  return site;
}

type Fields = z.input<typeof siteFields>;

/** The site, or why there is none. */
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

/** Offers the address of a host that was named without a scheme. */
function meantAddress(text: string): string {
  const meant = /^[^\s:/@]+\.[^\s:/@]+(:\d+)?([/?#]\S*)?$/.test(text) ? parseUrl(`https://${text}`) : undefined;
  return meant ? `; did you mean ${meant.href}?` : '';
}

/** The text of an address without the name and password in it. */
export const withoutSecrets = (text: string): string => bareText(text).replace(/^[^/\\?#]*@/, '');

/** A bare host name is taken for http where its ending is one that registries know. */
function startUrl(text: string): URL | undefined {
  const isBareHost =
    !text.includes('://') && /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && parseHost(text).isIcann && getDomain(text);
  const address = isBareHost ? `http://${text}` : text;
  const url = /\s/.test(address) ? undefined : parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (!hasRoute(url)) url.hash = '';
  return url;
}
