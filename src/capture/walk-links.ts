import { z } from 'zod';
import { linkRoles } from '../domain/link.ts';
import { plainText } from './plain-text.ts';

/** Links read from one document; more are left aside. */
export const MOST_LINKS = 50_000;

/** A document's tree, as the walk sees it: a browser's DOM or a parsed page. */
export interface Dom<Node> {
  /** Whether scripts do not run here, so that what stands in `noscript` is shown. */
  readonly showsNoscript: boolean;
  readonly root: Node | null;
  /** Puts the children on the stack, the first on top; those of an open shadow root above them. */
  pushChildren(parent: Node, stack: unknown[]): void;
  isElement(node: unknown): node is Node;
  /** The characters of a text node; undefined for other nodes. */
  textOf(node: unknown): string | undefined;
  /** Local name in lower case, `svg:` before it for elements of drawings. */
  tagOf(element: Node): string;
  attribute(element: Node, name: string): string | null;
  /** The attribute `xlink:href`. */
  xlinkHref(element: Node): string | null;
  /** `alt` of the first image inside that has one. */
  imageText(element: Node): string | null;
  /** What a node is called in a tag path; undefined for nodes without a name. */
  pathName(node: Node): string | undefined;
  /** The parent; a shadow root's host. */
  above(node: Node): Node | null;
  /** The absolute address, by the document's base and encoding; undefined where there is none. */
  resolve(raw: string): string | undefined;
}

const walkedLink = z.strictObject({
  raw: plainText,
  url: z.string().optional(),
  role: z.enum(linkRoles),
  method: z.string(),
  anchor: plainText,
  context: plainText,
  rel: plainText,
  element: z.string(),
  tagPath: z.string(),
});

export const walkedLinks = z.array(walkedLink);
export type WalkedLink = z.infer<typeof walkedLink>;

/**
 * Reads the links of a document: every element with an href or src that leads to a page. One walk collects the text and
 * the links, so that a link's context is a slice of the text around it. It is sent into browsers as it stands, so it
 * uses nothing from outside.
 */
export function walkLinks<Node>(dom: Dom<Node>, most: number) {
  const names = (list: string) => new Set(list.split(' '));
  const inline = names(
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr',
  );
  const silent = names('script style template title svg:script svg:style');
  if (!dom.showsNoscript) silent.add('noscript');
  const loadsResource = names('img script source track audio video input base image bgsound');
  const linkTypes = names(
    'alternate appendix author bookmark chapter contents copyright first glossary help index last license me next prev previous privacy-policy section start subsection terms-of-service toc top up',
  );
  /** Longest address and attribute kept: what is longer is a bad link in any case. */
  const longest = 5000;
  /** Names in a tag path at most, the innermost ones. */
  const deepest = 100;

  const fold = (words: string) => words.replace(/\s+/g, ' ').trim();

  /** The attribute that leads to a page, if the element has one. */
  const address = (element: Node, tag: string): string | null => {
    if (loadsResource.has(tag)) return null;
    // Other elements of a drawing refer to its parts.
    if (tag.startsWith('svg:') && tag !== 'svg:a') return null;
    if (tag === 'link') {
      const types = (dom.attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
      if (types.includes('stylesheet') || !types.some((type) => linkTypes.has(type))) return null;
    }
    return dom.attribute(element, 'href') ?? dom.attribute(element, 'src') ?? dom.xlinkHref(element);
  };

  const paths = new Map<Node, readonly string[]>();
  const tagPathOf = (element: Node): string => {
    const branch: Node[] = [];
    let above: Node | null = element;
    for (; above && !paths.has(above); above = dom.above(above)) branch.push(above);
    let path = (above && paths.get(above)) ?? [];
    for (let node = branch.pop(); node; node = branch.pop()) {
      const name = dom.pathName(node);
      if (name !== undefined) path = path.concat(name).slice(-deepest);
      paths.set(node, path);
    }
    return path.join(' ');
  };

  const label = (element: Node): string =>
    dom.imageText(element) ||
    dom.attribute(element, 'title') ||
    dom.attribute(element, 'aria-label') ||
    dom.attribute(element, 'alt') ||
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

  const found: { element: Node; raw: string; tag: string; from: number; to: number }[] = [];
  /** Nodes to come; the index of a link that ends; a blank where a block ends. */
  const stack: unknown[] = [dom.root];

  const enter = (element: Node) => {
    const tag = dom.tagOf(element);
    if (!inline.has(tag)) {
      say(' ');
      stack.push(' ');
    }
    const raw = found.length < most ? address(element, tag) : null;
    if (raw !== null) {
      stack.push(found.length);
      found.push({ element, raw, tag, from: length, to: length });
    }
    if (!silent.has(tag)) dom.pushChildren(element, stack);
  };

  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item === ' ') say(' ');
    else if (typeof item === 'number') {
      const link = found[item];
      if (link) link.to = length;
    } else if (dom.isElement(item)) enter(item);
    else {
      const words = dom.textOf(item);
      if (words !== undefined) say(words);
    }
  }

  const all = text.join('');
  return found.map(({ element, raw, tag, from, to }) => {
    const url = dom.resolve(raw);
    return {
      raw: raw.slice(0, longest),
      ...(url === undefined ? {} : { url: url.slice(0, longest) }),
      role: 'link' as const,
      method: 'GET',
      anchor: (all.slice(from, Math.min(to, from + 300)).trim() || fold(label(element))).slice(0, 300),
      context: all.slice(Math.max(0, from - 100), Math.min(to, from + 200) + 100).trim(),
      rel: fold(dom.attribute(element, 'rel') ?? '').slice(0, 100),
      element: tag,
      tagPath: tagPathOf(element),
    };
  });
}
