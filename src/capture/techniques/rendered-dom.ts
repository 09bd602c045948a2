import { z } from 'zod';
import type { Technique } from './technique.ts';

/** Links read from one document; more are left aside. */
const MOST_LINKS = 50_000;

const schema = z.array(
  z.strictObject({
    raw: z.string(),
    url: z.string().optional(),
    anchor: z.string(),
    context: z.string(),
    rel: z.string(),
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
  async find(page) {
    const read = async (frame: (typeof page.frames)[number]) => {
      const links = await frame.evaluate(`(${readLinks.toString()})(${MOST_LINKS})`, schema);
      return links.map((link) => ({ ...link, url: link.url, frame: frame.isMain ? '' : frame.url, technique: 'dom' }));
    };
    return (await Promise.all(page.frames.map(read))).flat();
  },
};

/** Runs in the page. One walk collects the text and the links, so that a link's context is a slice of the text around it. */
function readLinks(most: number) {
  const inline = new Set(
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
      ' ',
    ),
  );
  const silent = new Set(['script', 'style', 'noscript', 'template', 'title']);
  const loadsResource = new Set([
    'img',
    'script',
    'source',
    'track',
    'audio',
    'video',
    'input',
    'base',
    'image',
    'use',
  ]);
  const linkTypes = new Set(
    'alternate appendix author bookmark chapter contents copyright first glossary help index last license me next prev previous privacy-policy section start subsection terms-of-service toc top up'.split(
      ' ',
    ),
  );

  /** The attribute that leads to a page, if the element has one. */
  const address = (element: Element, tag: string): string | null => {
    if (loadsResource.has(tag)) return null;
    if (tag === 'link') {
      const types = (element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
      if (types.includes('stylesheet') || !types.some((type) => linkTypes.has(type))) return null;
    }
    return (
      element.getAttribute('href') ??
      element.getAttribute('src') ??
      element.getAttributeNS('http://www.w3.org/1999/xlink', 'href')
    );
  };

  const resolve = (element: Element, raw: string): string | undefined => {
    if (
      element instanceof HTMLAnchorElement ||
      element instanceof HTMLAreaElement ||
      element instanceof HTMLLinkElement
    ) {
      if (element.hasAttribute('href')) return element.href;
    }
    try {
      return new URL(raw, element.baseURI).href;
    } catch {
      return undefined;
    }
  };

  const text: string[] = [];
  let length = 0;
  const say = (words: string) => {
    text.push(words);
    length += words.length;
  };
  const found: { element: Element; raw: string; tag: string; tagPath: string; from: number; to: number }[] = [];
  const stack: ({ node: Node; path: string } | { end: number })[] = [
    { node: document.documentElement ?? document, path: '' },
  ];
  for (let item = stack.pop(); item; item = stack.pop()) {
    if ('end' in item) {
      const link = found[item.end];
      if (link) link.to = length;
      continue;
    }
    const { node, path } = item;
    if (node.nodeType === Node.TEXT_NODE) {
      say((node.nodeValue ?? '').replace(/\s+/g, ' '));
      continue;
    }
    if (!(node instanceof Element)) continue;
    const tag = node.localName.toLowerCase();
    const tagPath = path === '' ? tag : `${path} ${tag}`;
    const raw = found.length < most ? address(node, tag) : null;
    if (!inline.has(tag)) say(' ');
    if (raw !== null) {
      stack.push({ end: found.length });
      found.push({
        element: node,
        raw,
        tag: node instanceof SVGElement ? `svg:${tag}` : tag,
        tagPath,
        from: length,
        to: length,
      });
    }
    if (silent.has(tag)) continue;
    for (let child = node.lastChild; child; child = child.previousSibling) stack.push({ node: child, path: tagPath });
    if (node.shadowRoot) {
      for (let child = node.shadowRoot.lastChild; child; child = child.previousSibling) {
        stack.push({ node: child, path: `${tagPath} #shadow` });
      }
    }
  }

  const all = text.join('');
  const fold = (words: string) => words.replace(/\s+/g, ' ').trim();
  const label = (element: Element): string =>
    element.querySelector('img[alt]')?.getAttribute('alt') ||
    element.getAttribute('title') ||
    element.getAttribute('aria-label') ||
    element.getAttribute('alt') ||
    '';
  return found.map(({ element, raw, tag, tagPath, from, to }) => {
    const anchor = fold(all.slice(from, Math.min(to, from + 1000))).slice(0, 300) || fold(label(element)).slice(0, 300);
    const url = resolve(element, raw);
    return {
      raw: raw.slice(0, 5000),
      ...(url === undefined ? {} : { url }),
      anchor,
      context: fold(all.slice(Math.max(0, from - 100), Math.min(to, from + 200) + 100)),
      rel: fold(element.getAttribute('rel') ?? '').slice(0, 100),
      element: tag,
      tagPath,
    };
  });
}
