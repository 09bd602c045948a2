import { z } from 'zod';
import { iconNames } from '../../safety/words.ts';

/** A document's tree, as the walk sees it: a browser's DOM or a parsed page. */
export interface Dom<Node> {
  readonly root: Node | null;
  /** Links that were shown for a while only since the document was walked first. */
  readonly passed: readonly Node[];
  /** The document's own address. */
  readonly address: string;
  /** Puts the children on the stack, the first on top; those of a shadow root above them. */
  pushChildren(parent: Node, tag: string, stack: unknown[]): void;
  /** Puts the content of a template on the stack. */
  pushContent(template: Node, stack: unknown[]): void;
  isElement(node: unknown): node is Node;
  /** The characters of a text node; undefined for other nodes. */
  textOf(node: unknown): string | undefined;
  /** The text of a comment; undefined for other nodes. */
  commentOf(node: unknown): string | undefined;
  /** Local name in lower case, `svg:` before it for elements of drawings. */
  tagOf(element: Node): string;
  /** Prefixes included. */
  attributeNames(element: Node): readonly string[];
  attribute(element: Node, name: string): string | null;
  /** The attribute `xlink:href`. */
  xlinkHref(element: Node): string | null;
  /** All characters inside. */
  textContent(element: Node): string;
  /** Those of the element that has an identifier; empty where none has. */
  textOfId(id: string): string;
  /** Labels, titles, classes and parts of drawings of an element and of the first few in it. */
  iconNames(element: Node): string;
  /** The name of a node in a tag path, cut to `most` characters; undefined for nodes without a name. */
  pathName(node: Node, most: number): string | undefined;
  /** The parent; a shadow root's host. */
  above(node: Node): Node | null;
  /** Whether a walk before this one has told of a link: a live page is walked again and again. */
  wasTold(method: string, raw: string): boolean;
  /** The absolute address, by the document's base and encoding; undefined where there is none. */
  resolve(raw: string): string | undefined;
}

/** Text of a page without what databases refuse: NUL characters and halves of characters, such as a cut leaves. */
export const plainText = z.string().transform((text) => text.replace(/\0|\p{Surrogate}/gu, ''));

const discoveryLink = z.strictObject({
  raw: plainText,
  url: z.string().optional(),
  method: z.string(),
  anchor: plainText,
  context: plainText,
  rel: plainText,
  element: z.string(),
  tagPath: z.string(),
  /** What its element says beside text and address: lines of an attribute's name, a blank and its value. */
  said: plainText.optional(),
});

/** Text with addresses in it that do not lead the reader away: an attribute's value, or what an element holds. */
const carrier = z.strictObject({
  element: z.string(),
  /** The attribute; a `meta` element's key; a script's type; `text` for what a style sheet holds. */
  name: z.string(),
  value: plainText,
  rel: plainText,
  method: z.string(),
  /** The element's `codebase`. */
  base: plainText,
  /** Whether it stands in a template, where some text is filled in later. */
  isTemplate: z.boolean(),
});
export type Carrier = z.infer<typeof carrier>;

/**
 * Result of a walk: links that lead the reader away, and the text of all other addresses. `isCut`: more were found than
 * are kept.
 */
export const walkSchema = z.strictObject({
  links: z.array(discoveryLink),
  carriers: z.array(carrier),
  isCut: z.boolean(),
});
export type Walk = z.infer<typeof walkSchema>;

/**
 * A text of a document. `script`: one that runs, or that an event runs; `json`: data; `markup`: what stands in comments,
 * and in scripts that are pieces of pages; `shown`: what its reader sees.
 */
const frameText = z.strictObject({ kind: z.enum(['script', 'json', 'markup', 'shown']), text: plainText });
export type FrameText = z.infer<typeof frameText>;
export const textsSchema = z.array(frameText);

/**
 * A document's visible text: a line for each block, white space folded. `isCut`: there was more than is kept.
 * `asksPassword`: its reader is asked for a password.
 */
export const blocksSchema = z.strictObject({ text: plainText, isCut: z.boolean(), asksPassword: z.boolean() });
export type DocumentText = z.infer<typeof blocksSchema>;

/** The next of what a walk found; see in-page/walk-page.ts, as for all below. */
export const moreOfWalk = walkSchema.omit({ isCut: true }).extend({ hasMore: z.boolean() });

/** Result of a page's walk in the browser: the first of its links, and their base. */
export const pageWalk = z.strictObject({
  walk: walkSchema,
  /** Whether it found more, which is to be asked for. */
  hasMore: z.boolean(),
  /** Base of addresses; undefined where the `base` element names no address. */
  base: z.string().optional(),
  /** Label of the document's encoding. */
  encoding: z.string().toLowerCase(),
  /** Elements that may have closed shadow roots, which the walk has not seen. */
  possibleHosts: z.number(),
  /** Closed shadow roots that scripts have made, got hold of or written, as far as that is known. */
  closedRoots: z.number(),
  /** Nodes that the walk came by. */
  nodes: z.number(),
});
export type PageWalk = z.infer<typeof pageWalk>;

export const pageTexts = pageWalk.pick({ base: true, encoding: true }).extend({ texts: textsSchema });

const names = [iconNames.delete, iconNames.leave]
  .join(', ')
  .split(', ')
  .filter((name) => name.length > 3)
  .join('|')
  .replaceAll(' ', '[-_ ]?');

/** Names of icons that stand for the text of a link that has none: what they say must not be overlooked. Regular expression. */
export const tellingIcons = `(?<![a-z])(?:${names})(?![a-z])`;
