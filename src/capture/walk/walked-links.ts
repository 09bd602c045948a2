import type { LinkRole } from '../../domain/link.ts';
import { markedRel } from '../../safety/harm.ts';
import { parseUrl } from '../../url/parse.ts';
import { metaAddresses, refreshTarget, srcsetAddresses } from '../addresses/attribute-addresses.ts';
import { importMapAddresses, linkedDataAddresses, speculatedAddresses } from '../addresses/json-addresses.ts';
import { hasHoles, isLikeAddress } from '../addresses/like-address.ts';
import { styleAddresses } from '../addresses/style-addresses.ts';
import type { Carrier, Walk } from './walk.ts';
import { walkRules } from './walk-rules.ts';

/** A link of a document. */
export type WalkedLink = Omit<Walk['links'][number], 'said'> & { readonly role: LinkRole };

/** Schemes of addresses on servers. */
const ASKED = /^(?:https?|wss?|ftp):/;
/** Names of plug-in parameters with addresses. */
const PARAMETER = /^(?:movie|src|url|href|data|file|filename|source|codebase|archive|baseurl|pluginspage|image|video)$/;
const ONLY_CONNECTS = /(?:^|\s)(?:dns-prefetch|preconnect)(?:\s|$)/i;

/** Links of a walk. `isCut` is true if more were found than are stored. */
export interface WalkedLinks {
  /** Links first, then each other address once. */
  readonly links: readonly WalkedLink[];
  readonly isCut: boolean;
}

/** Most characters of addresses that are not links. */
const MOST_CHARACTERS = 30_000_000;

/** Tells whether a frame has no address: an empty frame that scripts fill, or a document that a script made. */
const isUnaddressedFrame = ({ element, url }: Walk['links'][number]): boolean =>
  /^(?:i?frame|embed)$/.test(element) && /^(?:about|blob):/i.test(url ?? '');

/** @param resolveLoaded resolves resources as of loading; scripts may have changed the document's address since */
export function walkedLinks(
  { links, carriers, isCut }: Walk,
  resolve: (raw: string) => string | undefined,
  resolveLoaded = resolve,
): WalkedLinks {
  const leading = links.filter((link) => !isUnaddressedFrame(link));
  const found: WalkedLink[] = leading.map(({ said, ...link }) => ({
    ...link,
    rel: said === undefined ? link.rel : markedRel(link.rel, said, link.url),
    role: 'link',
  }));
  const seen = new Set<string>();
  let room = MOST_CHARACTERS;
  for (const carrier of carriers) {
    const { element, method, rel } = carrier;
    const role = roleOf(carrier);
    const base = carrier.base === '' ? undefined : resolve(carrier.base);
    for (const raw of addressesIn(carrier)) {
      if (raw.length > 5000 || raw.startsWith('#') || (carrier.isTemplate && hasHoles(raw))) continue;
      const url = base === undefined ? resolveLoaded(raw) : parseUrl(raw, base)?.href;
      const key = `${role} ${method} ${url}`;
      if (url === undefined || !ASKED.test(url) || seen.has(key)) continue;
      room -= raw.length + url.length;
      if (room < 0 || seen.size === walkRules.mostLinks) return { links: found, isCut: true };
      seen.add(key);
      found.push({ raw, url, role, method, anchor: '', context: '', rel, element, tagPath: '' });
    }
  }
  return { links: found, isCut };
}

function roleOf({ element, name, isTemplate }: Carrier): LinkRole {
  if (name === 'hx') return 'request';
  if (name === 'unowned') return 'guess';
  return element === 'meta' && name === 'refresh' && !isTemplate ? 'link' : 'embedded';
}

/** Returns the addresses in an attribute or an element's text, as written. */
function addressesIn({ element, name, value, rel }: Carrier): readonly string[] {
  if (element === 'meta') return name === 'refresh' ? [refreshTarget(value) ?? []].flat() : metaAddresses(name, value);
  if (element === 'param') return PARAMETER.test(name) || isLikeAddress(value) ? [value] : [];
  if (element === 'link' && ONLY_CONNECTS.test(rel)) return /^(?:https?:)?\/\/[^/]+\/./i.test(value) ? [value] : [];
  if (name.endsWith('srcset')) return srcsetAddresses(value);
  if (name.startsWith('data-')) return isLikeAddress(value) ? [value] : [];
  const read = READERS[name];
  if (read) return read(value);
  return ownAttributes.has(name) || isLikeAddress(value) ? [value] : [];
}

/** Attributes that contain addresses by the standard, whatever their form. */
const ownAttributes = new Set([...Object.keys(walkRules.attributes), 'action', 'hx']);

const READERS: Readonly<Record<string, (value: string) => readonly string[]>> = {
  style: styleAddresses,
  ping: (value) => value.trim().split(/\s+/),
  profile: (value) => value.trim().split(/\s+/),
  archive: (value) => value.trim().split(/[\s,]+/),
  'application/ld+json': linkedDataAddresses,
  importmap: importMapAddresses,
  speculationrules: speculatedAddresses,
};
