import { parseUrl, usableBase } from '../../url/parse.ts';
import { decode } from '../encoding/decode.ts';
import { walkRules } from '../walk/walk-rules.ts';
import type { FileContent, FileKind, FileLink } from './file-kind.ts';
import { rootOf, tagPathOf, type XmlElement, xmlElements } from './xml.ts';

/** Sitemaps and sitemap indexes (sitemaps.org), with Google's additions for images, videos and languages. */
export const sitemap: FileKind = {
  name: 'sitemap',
  fits: (_, head) => /^(urlset|sitemapindex)$/.test(rootOf(head) ?? ''),
  /** Yields entries first, since all other addresses may exceed the limit of links. */
  async *links(file) {
    const others: FileLink[] = [];
    try {
      for await (const element of xmlElements(file)) {
        const link = linkOf(element);
        if (link && element.name === 'loc' && link.role === 'link') yield link;
        else if (link && others.length < walkRules.mostLinks) others.push(link);
      }
    } finally {
      yield* others;
    }
  },
};

/** Sitemaps as text (sitemaps.org): one address on each line, and nothing else. */
export const textSitemap: FileKind = {
  name: 'sitemap',
  fits: (_, head) => ADDRESS.test(head.split(/\r|\n/, 1)[0]?.trim() ?? ''),
  async *links({ bytes, contentType, isCutOff }) {
    const lines = decode(bytes, contentType).text.split(/\r\n|\r|\n/);
    // The last line may be an incomplete address.
    if (isCutOff) lines.pop();
    const addresses = lines.map((line) => line.trim()).filter((line) => line !== '');
    if (!addresses.every((address) => ADDRESS.test(address))) return;
    for (const raw of addresses) yield { raw, role: 'link', element: 'line' };
  },
};

const ADDRESS = /^https?:\/\/\S+$/i;

/** An entry of a sitemap, or of an index of sitemaps. */
export interface SitemapEntry {
  readonly url: string;
  /** True if the entry is another sitemap. */
  readonly isSitemap: boolean;
  /** A page's `lastmod`, in milliseconds; undefined if missing or invalid. */
  readonly changedAt: number | undefined;
}

/** Yields the entries of a sitemap, or of an index. @throws Error if damaged, after the entries before the damage */
export async function* sitemapEntries(file: FileContent): AsyncGenerator<SitemapEntry> {
  const open = new Map<XmlElement | undefined, { url?: string; lastmod?: string }>();
  for await (const element of xmlElements(file)) {
    const { name, parent, address, base } = element;
    const entry = open.get(parent) ?? {};
    if (name === 'lastmod') open.set(parent, { ...entry, lastmod: address });
    if (name === 'loc' && parent?.name !== 'image' && address !== '')
      open.set(parent, { ...entry, url: parseUrl(address, usableBase(base))?.href ?? address });
    const { url, lastmod = '' } = open.get(element) ?? {};
    open.delete(element);
    if (url === undefined) continue;
    const at = Date.parse(lastmod);
    yield { url, isSitemap: name === 'sitemap', changedAt: Number.isNaN(at) ? undefined : at };
  }
}

/** Returns the link of an element; undefined if there is none. */
function linkOf(element: XmlElement): FileLink | undefined {
  const { attributes, base, address, tag } = element;
  const place = placeOf(element);
  const rel = attributes.rel ?? '';
  return place && { raw: attributes.href ?? address, element: tag, ...place, rel, tagPath: tagPathOf(element), base };
}

/** Returns the role of the address in an element; undefined if there is none. */
function placeOf({ name, parent, attributes }: XmlElement): Pick<FileLink, 'role'> | undefined {
  if (name === 'loc' && parent?.name === 'sitemap') return SITEMAP;
  if (name === 'loc') return parent?.name === 'image' ? { role: 'embedded' } : { role: 'link' };
  if (name === 'license' || (name === 'link' && attributes.href !== undefined)) return { role: 'link' };
  return /^(content_loc|thumbnail_loc|player_loc)$/.test(name) ? { role: 'embedded' } : undefined;
}

/** Mark of a link to a sitemap; see crawl/discovery-files.ts. */
const SITEMAP = { role: 'link', element: 'sitemap' } as const;
