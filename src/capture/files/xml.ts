import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { parseUrl, usableBase } from '../../url/parse.ts';
import { markupLinks } from '../documents/read-document.ts';
import { decode } from '../encoding/decode.ts';
import type { FileContent, FileKind, FileLink } from './file-kind.ts';

/** Any other XML: XLink, style sheets, links of drawings; XHTML served as XML. */
export const xml: FileKind = {
  name: 'xml',
  fits: (contentType, head) => rootOf(head) !== undefined && (/[/+]xml$/.test(contentType) || head.startsWith('<?xml')),
  async *links(file) {
    const { text } = decode(file.bytes, file.contentType);
    if (rootOf(text.slice(0, 4096).trimStart()) === 'html') return yield* markupLinks(text, file.url, true);
    for await (const element of xmlElements(file)) yield* linksOf(element);
  },
};

/** Processing instructions that Blink uses as an XSLT style sheet, by type. */
const TRANSFORMS =
  /<\?xml-stylesheet\s[^>]*\btype\s*=\s*["'](?:text\/xsl|(?:text|application)\/xml|application\/(?:xhtml|rss|atom)\+xml)["']/;

/** Tells whether a document names a style sheet that makes browsers show it as a page. @param head first characters */
export const hasTransform = (head: string): boolean => TRANSFORMS.test(head);

/** Yields links that any XML element may have: an XLink, or the style sheet of the document. */
export function* linksOf(element: XmlElement): Generator<FileLink> {
  const { tag, name, attributes, base, text } = element;
  const place = { base, tagPath: tagPathOf(element), element: tag.replace('?', '') };
  if (tag === '?xml-stylesheet' && attributes.href) yield { ...place, raw: attributes.href, role: 'embedded' };
  const raw = attributes['xlink:href'] ?? (name === 'a' ? attributes.href : undefined);
  // Addresses that begin with # are parts of the document itself.
  if (raw === undefined || raw.startsWith('#')) return;
  const isShown = attributes['xlink:show'] === 'embed' || /^(image|use|feImage|script|pattern|filter)$/.test(name);
  const anchor = text.replace(/\s+/g, ' ').trim() || attributes['xlink:title'] || '';
  yield { ...place, raw, role: isShown ? 'embedded' : 'link', anchor };
}

/** A completed element of an XML document. */
export interface XmlElement {
  /** Tag as written, with prefix; `?` in front for a processing instruction. */
  readonly tag: string;
  /** Tag without prefix. */
  readonly name: string;
  /** Values by the names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlElement | undefined;
  /** Base of addresses in the element, `xml:base` included. */
  readonly base: string;
  /** Text without that of inner elements. */
  text: string;
  /** Text as an address: empty if the document broke off inside, or if the text contains an entity of a DTD. */
  address: string;
  /** Text of the last `title` element inside. */
  title: string;
}

/** Characters parsed before other tasks get a turn. */
const SLICE = 16_384;
/** Deepest nesting of elements that is read. */
const DEEPEST = 500;

/** A reference to an entity that XML itself does not define. */
const ENTITY = /&[a-z_][\w.-]*;/i;

/**
 * Yields a document's elements, each at its end, and processing instructions. Reads broken markup up to the error.
 *
 * @throws Error where elements are nested too deep, or at the end of a document that breaks off, unless the file is
 * known to be cut off
 */
export async function* xmlElements({ bytes, contentType, url, isCutOff }: FileContent): AsyncGenerator<XmlElement> {
  const { text } = decode(bytes, contentType);
  let ended: XmlElement[] = [];
  const open: XmlElement[] = [];
  let isTooDeep = false;
  let isTorn = false;
  let hasDoctype = false;
  const begin = (tag: string, attributes: Record<string, string>): XmlElement => {
    const parent = open.at(-1);
    const above = parent?.base ?? url;
    const own = attributes['xml:base'];
    const base = (own === undefined ? undefined : parseUrl(own, usableBase(above))?.href) ?? above;
    return { tag, name: tag.slice(tag.indexOf(':') + 1), attributes, parent, base, text: '', address: '', title: '' };
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        open.push(begin(tag, attributes));
        isTooDeep ||= open.length > DEEPEST;
      },
      ontext(data) {
        const element = open.at(-1);
        if (element) element.text += data;
      },
      onclosetag() {
        const element = open.pop();
        if (!element) return;
        if (!isTorn && !(hasDoctype && ENTITY.test(element.text))) element.address = element.text.trim();
        if (element.name === 'title' && element.parent) element.parent.title = element.text.replace(/\s+/g, ' ').trim();
        ended.push(element);
      },
      onprocessinginstruction(tag, data) {
        if (tag.toLowerCase() === '!doctype') hasDoctype = true;
        else ended.push(begin(tag, pseudoAttributes(data)));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let from = 0; from < text.length && !isTooDeep; from += SLICE) {
    parser.write(text.slice(from, from + SLICE));
    yield* ended;
    ended = [];
    await nextTurn();
  }
  if (isTooDeep) throw new Error('elements stand too deep in each other');
  isTorn = open.length > 0;
  parser.end();
  yield* ended;
  if (isTorn && !isCutOff) throw new Error('the document breaks off');
}

const pseudoAttributes = (data: string): Record<string, string> =>
  Object.fromEntries(
    [...data.matchAll(/(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((m) => [m[1], m[2] ?? m[3] ?? '']),
  );

/** Returns the tags from the root to the element, separated by blanks; at most the innermost 20. */
export function tagPathOf(element: XmlElement): string {
  const tags: string[] = [];
  for (let at: XmlElement | undefined = element; at && tags.length < 20; at = at.parent)
    tags.push(at.tag.slice(0, 100));
  return tags.reverse().join(' ');
}

/** Returns the local name of the root element from a document's first characters; undefined if not XML. */
export function rootOf(head: string): string | undefined {
  const markup = head.replace(/<\?.*?\?>|<!--.*?-->|<!doctype[^[>]*(?:\[.*?\]\s*)?>/gis, '').trimStart();
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(markup)?.[1];
}
