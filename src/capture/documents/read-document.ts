import { html as names } from 'parse5';
import { parseUrl, usableBase } from '../../url/parse.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import { decode } from '../encoding/decode.ts';
import { MOST_FRAMES } from '../loaded-page.ts';
import type { Dom } from '../walk/walk.ts';
import {
  blocksSchema,
  type DocumentText,
  type FrameText,
  plainText,
  tellingIcons,
  textsSchema,
  walkSchema,
} from '../walk/walk.ts';
import { walkLinks } from '../walk/walk-links.ts';
import { walkBlocks, walkTexts } from '../walk/walk-texts.ts';
import { type WalkedLink, type WalkedLinks, walkedLinks } from '../walk/walked-links.ts';
import { awaitsScripts } from './awaits-scripts.ts';
import { featuresOf } from './page-shape.ts';
import { MOST_PARTS, parseMarkup } from './parse-markup.ts';
import { attribute, elementsOf, type ParsedElement, type ParsedNode, parsedDom, textIn } from './parsed-dom.ts';

/** A document as received, and the wanted results. Plain data, so that another thread can read the document. */
export interface Source {
  readonly url: string;
  /** Address of the document that contains the frame; undefined for the main document. */
  readonly parentUrl: string | undefined;
  /** Text, or bytes with their `Content-Type` header. */
  readonly markup:
    | { readonly text: string; readonly encoding: string }
    | { readonly bytes: Uint8Array; readonly contentType: string };
  readonly isXml: boolean;
  /** Base of addresses without a `base` element; the document's own address unless given. */
  readonly base?: string | undefined;
  /** True to return texts in which addresses may be guessed. */
  readonly wantsTexts?: boolean;
  /** True to return features on which the links in a browser depend. */
  readonly wantsFeatures?: boolean;
  /** Most parts to parse; see `parseMarkup`. */
  readonly mostParts?: number;
}

/** A frame in a document: an address, or inline markup. */
export interface FrameElement {
  readonly url: string | undefined;
  readonly markup: string | undefined;
}

/** Content of a document whose scripts did not run. */
export interface DocumentReading {
  readonly encoding: string;
  readonly title: string;
  /** Base of addresses; undefined where the `base` element names no address. */
  readonly base: string | undefined;
  /** Target of `<link rel=canonical>`. */
  readonly canonical: string | undefined;
  /** Directives of `<meta name=robots>`. */
  readonly robots: string;
  /** Content of `meta http-equiv=refresh`. */
  readonly refresh: string | undefined;
  /** Frames in document order. */
  readonly frames: readonly FrameElement[];
  readonly walked: WalkedLinks;
  readonly blocks: DocumentText;
  /** Texts with possible addresses; empty unless wanted. */
  readonly texts: readonly FrameText[];
  readonly features: readonly string[] | undefined;
  /** True if the document is hardly more than scripts that will write the content. */
  readonly awaitsScripts: boolean;
  /** Number of parsed parts; `isTooLarge` is true if there were more. */
  readonly parts: number;
  readonly isTooLarge: boolean;
}

type Resolve = (raw: string) => string | undefined;

/** Reads everything wanted from a document at once, so that the tree is not kept in memory. */
export function readDocument(source: Source): DocumentReading {
  const { url, markup, isXml, mostParts = MOST_PARTS } = source;
  const { text, encoding } = 'text' in markup ? markup : decode(markup.bytes, markup.contentType);
  const { tree, dropped, parts, isCut } = parseMarkup(text, isXml, mostParts);
  const elements = [...elementsOf(tree)].filter((element) => element.namespaceURI === names.NS.HTML);
  const base = baseOf(elements, source.base ?? url);
  const resolve = addressResolver(base, encoding);
  const dom = parsedDom(tree, url, resolve);
  const title = elements.find(({ tagName }) => tagName === 'title');
  const canonical = elements.find(isCanonical);
  const own = linksIn(dom, resolve);
  const others = [
    ...(dropped.childNodes.length === 0 ? [] : [dropped]),
    ...insteadOfFrames(elements, mostParts - parts),
  ];
  const walked = others.reduce((all, one) => joined(all, linksIn(parsedDom(one, url, resolve), resolve)), own);
  const blocks = blocksSchema.parse(walkBlocks(dom));
  const leading = walked.links.filter(({ role, url: to }) => role === 'link' && /^https?:/.test(to ?? ''));
  return {
    encoding,
    title: title ? titleIn(title) : '',
    base,
    canonical: canonical && resolve(attribute(canonical, 'href') ?? ''),
    robots: elements
      .map(robotsOf)
      .filter((directives) => directives !== '')
      .join(),
    refresh: elements.map(refreshOf).find((content) => content !== undefined),
    frames: elements
      .filter(({ tagName }) => FRAME_SOURCES[tagName] !== undefined)
      .slice(0, MOST_FRAMES)
      .map((element) => frameOf(element, resolve)),
    walked,
    blocks,
    awaitsScripts: awaitsScripts(elements, blocks.text, leading.length),
    texts: source.wantsTexts ? textsSchema.parse(walkTexts(dom)) : [],
    features: source.wantsFeatures ? featuresOf(tree) : undefined,
    parts,
    isTooLarge: isCut,
  };
}

/** Returns the links in HTML or XHTML within another text; addresses are relative to `base`. */
export const markupLinks = (text: string, base: string, isXml: boolean): readonly WalkedLink[] =>
  readDocument({ url: base, parentUrl: undefined, markup: { text, encoding: 'utf-8' }, isXml }).walked.links;

const linksIn = (dom: Dom<ParsedNode>, resolve: Resolve): WalkedLinks =>
  walkedLinks(walkSchema.parse(walkLinks(dom, tellingIcons)), resolve);

/** Parses the content of `noframes` and `noembed`, which the parser takes for text. */
function insteadOfFrames(elements: readonly ParsedElement[], mostParts: number) {
  const text = elements.flatMap((one) => (/^no(?:frames|embed)$/.test(one.tagName) ? [textIn(one)] : [])).join('\n');
  return text.trim() === '' ? [] : [parseMarkup(text, false, mostParts).tree];
}

/** Appends the links of parts outside of the document's tree. */
function joined(own: WalkedLinks, dropped: WalkedLinks): WalkedLinks {
  const known = new Set(own.links.map(({ role, method, url }) => `${role} ${method} ${url}`));
  const fresh = dropped.links.filter(({ role, method, url }) => !known.has(`${role} ${method} ${url}`));
  return { links: [...own.links, ...fresh], isCut: own.isCut || dropped.isCut };
}

const titleIn = (element: ParsedElement): string =>
  plainText.parse(
    textIn(element)
      .replace(/[\t\n\f\r ]+/g, ' ')
      .trim()
      .slice(0, 500),
  );

const FRAME_SOURCES: Readonly<Record<string, string>> = {
  frame: 'src',
  iframe: 'src',
  object: 'data',
  embed: 'src',
};

function frameOf(element: ParsedElement, resolve: Resolve): FrameElement {
  const markup = element.tagName === 'iframe' ? attribute(element, 'srcdoc') : null;
  if (markup !== null) return { url: undefined, markup };
  const raw = attribute(element, FRAME_SOURCES[element.tagName] ?? '')?.trim();
  return { url: raw ? resolve(raw) : undefined, markup: undefined };
}

/** Returns the base: the first `base` element with an address counts, valid or not. */
function baseOf(elements: readonly ParsedElement[], fallback: string): string | undefined {
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
  if (!base) return fallback;
  const href = attribute(base, 'href') ?? '';
  const url = parseUrl(href, usableBase(fallback));
  if (!url) return undefined;
  return url.protocol === 'data:' || url.protocol === 'javascript:' ? fallback : url.href;
}

const refreshOf = (element: ParsedElement): string | undefined =>
  element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'
    ? (attribute(element, 'content') ?? undefined)
    : undefined;

/** Tells whether the element is a `<link rel=canonical>` in the head; links in the body do not count. */
const isCanonical = (element: ParsedElement): boolean =>
  element.tagName === 'link' &&
  /(^|\s)canonical(\s|$)/i.test(attribute(element, 'rel') ?? '') &&
  attribute(element, 'href') !== null &&
  element.parentNode?.nodeName === 'head';

const robotsOf = (element: ParsedElement): string =>
  element.tagName === 'meta' && /^(robots|forager)$/i.test(attribute(element, 'name') ?? '')
    ? (attribute(element, 'content') ?? '')
    : '';
