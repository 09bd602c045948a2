import { z } from 'zod';
import { DocumentGone } from '../document.ts';
import { plainText } from '../plain-text.ts';
import type { LoadedFrame, Technique } from './technique.ts';

/** Links read from one document; more are left aside. */
const MOST_LINKS = 50_000;

const schema = z.array(
  z.strictObject({
    raw: plainText,
    url: z.string().optional(),
    anchor: plainText,
    context: plainText,
    rel: plainText,
    element: z.string(),
    tagPath: z.string(),
  }),
);

/**
 * Every element with an href or src that leads to a page, in the DOM as scripts left it, open shadow roots included
 * (Pechnikov & Chernobrovkin 2012, §2, scan block, steps 3 and 4).
 */
export const renderedDom: Technique = {
  name: 'dom',
  find: async (page) => (await Promise.all(page.frames.map(linksOf))).flat(),
};

async function linksOf(frame: LoadedFrame) {
  const links = await frame.evaluate(`(${readLinks.toString()})(${MOST_LINKS})`, schema).catch((error: unknown) => {
    // The frame's own links went with its document; the page's are still there.
    if (error instanceof DocumentGone && !frame.isMain) return [];
    throw error;
  });
  return links.map((link) => ({ ...link, url: link.url, frame: frame.isMain ? '' : frame.url, technique: 'dom' }));
}

/**
 * Runs in the page. One walk collects the text and the links, so that a link's context is a slice of the text around
 * it. Everything is asked of the DOM's prototypes: a field named `lastChild` hides its form's own.
 */
function readLinks(most: number) {
  const names = (list: string) => new Set(list.split(' '));
  const inline = names(
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr',
  );
  const silent = names('script style noscript template title svg:script svg:style');
  const loadsResource = names('img script source track audio video input base image bgsound');
  const linkTypes = names(
    'alternate appendix author bookmark chapter contents copyright first glossary help index last license me next prev previous privacy-policy section start subsection terms-of-service toc top up',
  );
  /** Longest address and attribute kept: what is longer is a bad link in any case. */
  const longest = 5000;
  /** Names in a tag path at most, the innermost ones. */
  const deepest = 100;

  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const nameOf = (element: Element) => Reflect.get(Element.prototype, 'localName', element).toLowerCase();
  const parentOf = (node: Node) => Reflect.get(Node.prototype, 'parentNode', node);
  const fold = (words: string) => words.replace(/\s+/g, ' ').trim();

  /** The attribute that leads to a page, if the element has one. */
  const address = (element: Element, tag: string): string | null => {
    if (loadsResource.has(tag)) return null;
    // Other elements of a drawing refer to its parts.
    if (tag.startsWith('svg:') && tag !== 'svg:a') return null;
    if (tag === 'link') {
      const types = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
      if (types.includes('stylesheet') || !types.some((type) => linkTypes.has(type))) return null;
    }
    return (
      attribute(element, 'href') ??
      attribute(element, 'src') ??
      Element.prototype.getAttributeNS.call(element, 'http://www.w3.org/1999/xlink', 'href')
    );
  };

  // An anchor of the document resolves any address by the document's base and encoding.
  const anchor = Document.prototype.createElement.call(document, 'a');
  const resolve = (raw: string): string | undefined => {
    if (!(anchor instanceof HTMLAnchorElement)) return undefined;
    anchor.href = raw;
    return URL.canParse(anchor.href) ? anchor.href : undefined;
  };

  const tagPathOf = (element: Element): string => {
    const path: string[] = [];
    for (let node: Node | null = element; node && path.length < deepest; ) {
      if (node instanceof ShadowRoot) {
        path.push('#shadow');
        node = node.host;
      } else {
        if (node instanceof Element) path.push(nameOf(node));
        node = parentOf(node);
      }
    }
    return path.reverse().join(' ');
  };

  const label = (element: Element): string =>
    Element.prototype.querySelector.call(element, 'img[alt]:not([alt=""])')?.getAttribute('alt') ||
    attribute(element, 'title') ||
    attribute(element, 'aria-label') ||
    attribute(element, 'alt') ||
    '';

  const text: string[] = [];
  let length = 0;
  let endsBlank = true;
  /** Adds to the page's text, runs of white space folded to one blank. */
  const say = (words: string) => {
    let folded = words.replace(/\s+/g, ' ');
    if (endsBlank && folded.startsWith(' ')) folded = folded.slice(1);
    if (folded === '') return;
    text.push(folded);
    length += folded.length;
    endsBlank = folded.endsWith(' ');
  };

  const found: { element: Element; raw: string; tag: string; from: number; to: number }[] = [];
  /** Nodes to come; the index of a link that ends; a blank where a block ends. */
  const stack: (Node | number | ' ')[] = [Reflect.get(Document.prototype, 'documentElement', document)];
  const pushChildren = (parent: Node) => {
    let child = Reflect.get(Node.prototype, 'lastChild', parent);
    for (; child; child = Reflect.get(Node.prototype, 'previousSibling', child)) stack.push(child);
  };

  const enter = (element: Element) => {
    const isSvg = Reflect.get(Element.prototype, 'namespaceURI', element) === 'http://www.w3.org/2000/svg';
    const tag = (isSvg ? 'svg:' : '') + nameOf(element);
    if (!inline.has(tag)) {
      say(' ');
      stack.push(' ');
    }
    const raw = found.length < most ? address(element, tag) : null;
    if (raw !== null) {
      stack.push(found.length);
      found.push({ element, raw, tag, from: length, to: length });
    }
    if (silent.has(tag)) return;
    pushChildren(element);
    const shadow = Reflect.get(Element.prototype, 'shadowRoot', element);
    if (shadow) pushChildren(shadow);
  };

  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item === ' ') say(' ');
    else if (typeof item === 'number') {
      const link = found[item];
      if (link) link.to = length;
    } else if (item instanceof Text) say(item.data);
    else if (item instanceof Element) enter(item);
  }

  const all = text.join('');
  return found.map(({ element, raw, tag, from, to }) => {
    const url = resolve(raw);
    return {
      raw: raw.slice(0, longest),
      ...(url === undefined ? {} : { url: url.slice(0, longest) }),
      anchor: (all.slice(from, Math.min(to, from + 300)).trim() || fold(label(element))).slice(0, 300),
      context: all.slice(Math.max(0, from - 100), Math.min(to, from + 200) + 100).trim(),
      rel: fold(attribute(element, 'rel') ?? '').slice(0, 100),
      element: tag,
      tagPath: tagPathOf(element),
    };
  });
}
