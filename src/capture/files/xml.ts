import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { parseUrl, usableBase } from '../../url/parse.ts';
import { markupLinks } from '../documents/read-document.ts';
import { decode } from '../encoding/decode.ts';
import type { FileKind, FileLink, OpenedFile } from './file-kind.ts';

/** Any other XML: what XLink names, style sheets, links of drawings; XHTML that is served as XML. */
export const xml: FileKind = {
  name: 'xml',
  fits: (contentType, head) => rootOf(head) !== undefined && (/[/+]xml$/.test(contentType) || head.startsWith('<?xml')),
  async *links(file) {
    const { text } = decode(file.bytes, file.contentType);
    if (rootOf(text.slice(0, 4096).trimStart()) === 'html') return yield* markupLinks(text, file.url, true);
    for await (const element of xmlElements(file)) yield* linksOf(element);
  },
};

/** Processing instructions that Blink takes for an XSLT style sheet, by their type. */
const TRANSFORMS =
  /<\?xml-stylesheet\s[^>]*\btype\s*=\s*["'](?:text\/xsl|(?:text|application)\/xml|application\/(?:xhtml|rss|atom)\+xml)["']/;

/** Whether a document names a style sheet by which browsers make a page of it. @param head its first characters */
export const hasTransform = (head: string): boolean => TRANSFORMS.test(head);

/** Links that any XML element may bear: an XLink, or the style sheet of the document. */
export function* linksOf(element: XmlElement): Generator<FileLink> {
  const { tag, name, attributes, base, text } = element;
  const place = { base, tagPath: tagPathOf(element), element: tag.replace('?', '') };
  if (tag === '?xml-stylesheet' && attributes.href) yield { ...place, raw: attributes.href, role: 'embedded' };
  const raw = attributes['xlink:href'] ?? (name === 'a' ? attributes.href : undefined);
  // What begins with # is a part of the document itself.
  if (raw === undefined || raw.startsWith('#')) return;
  const isShown = attributes['xlink:show'] === 'embed' || /^(image|use|feImage|script|pattern|filter)$/.test(name);
  const anchor = text.replace(/\s+/g, ' ').trim() || attributes['xlink:title'] || '';
  yield { ...place, raw, role: isShown ? 'embedded' : 'link', anchor };
}

/** An element of an XML document that has ended. */
export interface XmlElement {
  /** As written, prefix and all; `?` before it for a processing instruction. */
  readonly tag: string;
  /** Without prefix. */
  readonly name: string;
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlElement | undefined;
  /** Base of addresses in it, `xml:base` included. */
  readonly base: string;
  /** Its own text, without that of the elements in it. */
  text: string;
  /** Its text as an address: empty where the document broke off in it, or where it holds an entity of a DTD. */
  address: string;
  /** The text of the last `title` element in it. */
  title: string;
}

/** Characters parsed before others get their turn. */
const SLICE = 16_384;
/** Elements inside each other; what is deeper is no document of ours. */
const DEEPEST = 500;

/** A reference to an entity that XML itself does not define. */
const ENTITY = /&[a-z_][\w.-]*;/i;

/**
 * Reads a document's elements, each when it ends, and processing instructions. Broken markup is read as far as it goes.
 *
 * @throws Error where elements stand too deep in each other: nothing behind them is read; or at the end of a document that
 * breaks off, unless the file is known to be cut off
 */
export async function* xmlElements({
  bytes,
  contentType,
  url,
  isCutOff,
}: Pick<OpenedFile, 'bytes' | 'contentType' | 'url' | 'isCutOff'>): AsyncGenerator<XmlElement> {
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

/** Tags from the root to the element, separated by blanks; the innermost ones where there are many. */
export function tagPathOf(element: XmlElement): string {
  const tags: string[] = [];
  for (let at: XmlElement | undefined = element; at && tags.length < 20; at = at.parent)
    tags.push(at.tag.slice(0, 100));
  return tags.reverse().join(' ');
}

/** Local name of a document's root element, in its first characters; undefined where it is no XML. */
export function rootOf(head: string): string | undefined {
  const markup = head.replace(/<\?.*?\?>|<!--.*?-->|<!doctype[^[>]*(?:\[.*?\]\s*)?>/gis, '').trimStart();
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(markup)?.[1];
}
