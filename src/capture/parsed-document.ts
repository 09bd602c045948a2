import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';
import { parseUrl } from '../url/parse.ts';
import { attribute, elementsOf, type ParsedElement, parsedDom, textIn } from './parsed-dom.ts';
import { plainText } from './plain-text.ts';
import { addressResolver } from './resolve-address.ts';
import type { FrameTexts, LoadedFrame, LoadedSource } from './techniques/technique.ts';
import { walkSchema } from './walk.ts';
import { blocksSchema, type DocumentText, textLimits, walkBlocks } from './walk-blocks.ts';
import { walkLinks } from './walk-links.ts';
import { walkRules } from './walk-rules.ts';
import { textsSchema, walkTexts } from './walk-texts.ts';
import { type WalkedLink, walkedLinks } from './walked-links.ts';

export interface Source {
  readonly url: string;
  /** Address of the document that holds the frame; undefined for the page's own. */
  readonly parentUrl: string | undefined;
  readonly text: string;
  readonly encoding: string;
  readonly isXml: boolean;
  /** What addresses are relative to where no `base` element says; the document's own address unless given. */
  readonly base?: string | undefined;
}

/** A frame that a document holds: an address, or markup of its own. */
export interface FrameElement {
  readonly url: string | undefined;
  readonly markup: string | undefined;
}

/** A document as it came, without its scripts run. */
export class ParsedDocument implements LoadedFrame {
  readonly url: string;
  readonly isMain: boolean;
  readonly parentUrl: string;
  readonly title: string;
  /** What addresses are relative to; undefined where the `base` element names no address. */
  readonly base: string | undefined;
  readonly encoding: string;
  readonly source: LoadedSource;
  isCut = false;
  /** The frames of the document, in its order. */
  readonly frames: readonly FrameElement[];
  /** What its `<link rel=canonical>` names. */
  readonly canonical: string | undefined;
  /** What its `<meta name=robots>` say. */
  readonly robots: string;
  /** Contents of `meta http-equiv=refresh`. */
  readonly refresh: string | undefined;
  readonly tree: DefaultTreeAdapterTypes.Document;
  readonly #resolve: (raw: string) => string | undefined;

  constructor({ url, parentUrl, text, encoding, isXml, base }: Source) {
    this.url = url;
    this.isMain = parentUrl === undefined;
    this.parentUrl = parentUrl ?? '';
    this.encoding = encoding;
    this.source = { text, encoding, isXml };
    this.tree = parse(isXml ? withoutXmlForms(text) : text, { scriptingEnabled: false });
    const elements = [...elementsOf(this.tree)].filter((element) => element.namespaceURI === names.NS.HTML);
    const named = (name: string) => elements.find(({ tagName }) => tagName === name);
    this.base = baseOf(elements, base ?? url);
    this.#resolve = addressResolver(this.base, encoding);
    const title = named('title');
    this.title = plainText.parse(
      (title ? textIn(title) : '')
        .replace(/[\t\n\f\r ]+/g, ' ')
        .trim()
        .slice(0, 500),
    );
    const canonical = elements.find(isCanonical);
    this.canonical = canonical && this.#resolve(attribute(canonical, 'href') ?? '');
    this.robots = elements.map(robotsOf).join();
    this.refresh = elements.map(refreshOf).find((content) => content !== undefined);
    this.frames = elements.map((element) => this.#frameOf(element)).filter((frame) => frame !== undefined);
  }

  /** An address of the document, absolute. */
  resolve(raw: string): string | undefined {
    return this.#resolve(raw);
  }

  async links(): Promise<readonly WalkedLink[]> {
    const walk = walkSchema.parse(walkLinks(this.#dom, walkRules));
    this.isCut = walk.isCut;
    return walkedLinks(walk, this.#resolve);
  }

  async texts(): Promise<FrameTexts> {
    return { texts: textsSchema.parse(walkTexts(this.#dom)), resolve: this.#resolve };
  }

  async blocks(): Promise<DocumentText> {
    return blocksSchema.parse(walkBlocks(this.#dom, textLimits));
  }

  get #dom() {
    return parsedDom(this.tree, this.url, this.#resolve);
  }

  #frameOf(element: ParsedElement): FrameElement | undefined {
    const source = FRAME_SOURCES[element.tagName];
    if (source === undefined) return undefined;
    const markup = element.tagName === 'iframe' ? attribute(element, 'srcdoc') : null;
    if (markup !== null) return { url: undefined, markup };
    const raw = attribute(element, source)?.trim();
    return { url: raw ? this.#resolve(raw) : undefined, markup: undefined };
  }
}

const FRAME_SOURCES: Readonly<Record<string, string>> = {
  frame: 'src',
  iframe: 'src',
  object: 'data',
  embed: 'src',
};

/** The first `base` with an address counts, be it right or wrong. */
function baseOf(elements: readonly ParsedElement[], fallback: string): string | undefined {
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
  if (!base) return fallback;
  const href = attribute(base, 'href') ?? '';
  const url = parseUrl(href, fallback);
  if (!url) return undefined;
  return url.protocol === 'data:' || url.protocol === 'javascript:' ? fallback : url.href;
}

const refreshOf = (element: ParsedElement): string | undefined =>
  element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'
    ? (attribute(element, 'content') ?? undefined)
    : undefined;

const escaped = (data: string): string => data.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Of the head only: one in the body is not the page's word. */
const isCanonical = (element: ParsedElement): boolean =>
  element.tagName === 'link' &&
  /(^|\s)canonical(\s|$)/i.test(attribute(element, 'rel') ?? '') &&
  attribute(element, 'href') !== null &&
  element.parentNode?.nodeName === 'head';

const robotsOf = (element: ParsedElement): string =>
  element.tagName === 'meta' && /^(robots|forager)$/i.test(attribute(element, 'name') ?? '')
    ? (attribute(element, 'content') ?? '')
    : '';

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** XHTML as HTML: elements that end where they begin get an end, character data become text. */
const withoutXmlForms = (text: string): string =>
  text
    .split('<![CDATA[')
    .map((part, index) =>
      index === 0 ? part : part.replace(/^[^\]]*(?:\](?!\]>)[^\]]*)*(?=\]\]>)/, escaped).replace(']]>', ''),
    )
    .join('')
    .replace(
      /<([a-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/gi,
      (whole, name: string, rest: string) => (VOID.test(name) ? whole : `<${name}${rest}></${name}>`),
    );
