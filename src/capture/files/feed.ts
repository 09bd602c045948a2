import { markupLinks } from '../documents/read-document.ts';
import type { FileKind, FileLink } from './file-kind.ts';
import { linksOf, rootOf, tagPathOf, type XmlElement, xmlElements } from './xml.ts';

/** Feeds (RSS 0.9x, 1.0 and 2.0, Atom) and lists of feeds (OPML): addresses, enclosures and content of items. */
export const feed: FileKind = {
  name: 'feed',
  fits: (_, head) => /^(rss|feed|rdf|opml)$/i.test(rootOf(head) ?? ''),
  async *links(file) {
    /** Links of unfinished items, whose title may follow. */
    const waiting = new Map<XmlElement, FileLink[]>();
    const add = (item: XmlElement, link: FileLink) => {
      const links = waiting.get(item);
      if (links) links.push(link);
      else waiting.set(item, [link]);
    };
    const titled = (item: XmlElement): FileLink[] => {
      const links = waiting.get(item) ?? [];
      waiting.delete(item);
      return links.map((link) => ({ ...link, anchor: link.anchor ?? item.title }));
    };
    for await (const element of xmlElements(file)) {
      yield* linksOf(element);
      yield* contentLinks(element);
      const item = element.parent ?? element;
      const place = { tagPath: tagPathOf(element), base: element.base };
      for (const link of addressesOf(element)) add(item, { ...place, ...link });
      yield* titled(element);
    }
    for (const item of waiting.keys()) yield* titled(item);
  },
};

/** Relations of Atom (RFC 4287, RFC 5005) for readers; the others are for programs. */
const LEADS_ON =
  /^(alternate|related|via|self|next|prev|previous|first|last|current|(prev|next)-archive|replies|up|license)$/;
/** Elements with an address as text. */
const BY_TEXT: Readonly<Record<string, FileLink['role']>> = {
  link: 'link',
  comments: 'link',
  commentrss: 'link',
  docs: 'link',
  origlink: 'link',
  uri: 'link',
  url: 'embedded',
  logo: 'embedded',
  icon: 'embedded',
};

/** Yields the addresses of an element itself. */
function* addressesOf({ tag, name, attributes, text, address, title }: XmlElement): Generator<FileLink> {
  const { href, rel = 'alternate', url, src, isPermaLink } = attributes;
  const lower = name.toLowerCase();
  if (lower === 'link' && href !== undefined) {
    const role = LEADS_ON.test(rel) ? 'link' : 'embedded';
    return yield { raw: href, role, element: tag, rel, ...(attributes.title ? { anchor: attributes.title } : {}) };
  }
  if (lower === 'outline') {
    const anchor = attributes.title ?? attributes.text ?? title;
    for (const raw of [attributes.xmlUrl, attributes.htmlUrl, url]) {
      if (raw !== undefined) yield { raw, role: 'link', element: tag, anchor };
    }
  } else if (lower === 'guid') {
    if (isPermaLink !== 'false' && /^https?:/i.test(address)) yield { raw: address, role: 'link', element: tag };
  } else if (/^(enclosure|thumbnail|player|content|image|img)$/.test(lower)) {
    for (const raw of [url, src, href]) if (raw !== undefined) yield { raw, role: 'embedded', element: tag };
  } else if (lower === 'source' && url !== undefined) {
    yield { raw: url, role: 'link', element: tag, anchor: text.trim() };
  } else {
    // A number, as in `slash:comments`, counts comments.
    const role = /^\s*\d+\s*$/.test(text) ? undefined : BY_TEXT[lower];
    if (role !== undefined) yield { raw: address, role, element: tag };
  }
}

/** Returns the links in an item's content, as HTML. */
function contentLinks({ name, text, base, parent, tag }: XmlElement): readonly FileLink[] {
  if (!/^(description|encoded|content|summary)$/.test(name) || !/<\w/.test(text)) return [];
  const links = markupLinks(text, base, false);
  const path = parent ? `${tagPathOf(parent)} ${tag}` : tag;
  return links.map((link) => ({ ...link, tagPath: `${path} ${link.tagPath}`.trim() }));
}
