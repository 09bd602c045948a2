import { z } from 'zod';
import { iconNames } from '../../safety/words.ts';

/** Tree of a document for the walk: a browser's DOM or a parsed page. */
export interface Dom<Node> {
  readonly root: Node | null;
  /** Links that were shown only temporarily since the first walk of the document. */
  readonly passed: readonly Node[];
  /** Address of the document. */
  readonly address: string;
  /** Puts the children on the stack, the first on top; children of a shadow root lie above them. */
  pushChildren(parent: Node, tag: string, stack: unknown[]): void;
  /** Puts the content of a template on the stack. */
  pushContent(template: Node, stack: unknown[]): void;
  isElement(node: unknown): node is Node;
  /** Returns the characters of a text node; undefined for other nodes. */
  textOf(node: unknown): string | undefined;
  /** Returns the text of a comment; undefined for other nodes. */
  commentOf(node: unknown): string | undefined;
  /** Returns the local name in lower case, with the prefix `svg:` for SVG elements. */
  tagOf(element: Node): string;
  /** Returns the names of all attributes, prefixes included. */
  attributeNames(element: Node): readonly string[];
  attribute(element: Node, name: string): string | null;
  /** Returns the value of `xlink:href`. */
  xlinkHref(element: Node): string | null;
  /** Returns all characters inside the element. */
  textContent(element: Node): string;
  /** Returns the text of the element with this identifier; empty if there is none. */
  textOfId(id: string): string;
  /** Returns labels, titles, classes and parts of drawings of an element and of its first few descendants. */
  iconNames(element: Node): string;
  /** Returns the name of a node in a tag path, cut to `most` characters; undefined for nodes without a name. */
  pathName(node: Node, most: number): string | undefined;
  /** Returns the parent; for a shadow root, the host. */
  above(node: Node): Node | null;
  /** Tells whether an earlier walk has reported this link; live pages are walked repeatedly. */
  wasReported(method: string, raw: string): boolean;
  /** Returns the absolute address by the document's base and encoding; undefined if there is none. */
  resolve(raw: string): string | undefined;
}

/** Text without characters that databases refuse: NUL and lone surrogates, such as a cut leaves. */
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
  /** Hints of the element beside text and address: lines of an attribute's name, a blank and the value. */
  said: plainText.optional(),
});

/** Text with addresses that are not links: an attribute's value, or an element's content. */
const carrier = z.strictObject({
  element: z.string(),
  /** Name of the attribute; a `meta` element's key; a script's type; `text` for a style sheet's content. */
  name: z.string(),
  value: plainText,
  rel: plainText,
  method: z.string(),
  /** Value of the element's `codebase`. */
  base: plainText,
  /** True if the element is in a template, where some text is filled in later. */
  isTemplate: z.boolean(),
});
export type Carrier = z.infer<typeof carrier>;

/** Result of a walk: links, and texts with all other addresses. `isCut` is true if more were found than are stored. */
export const walkSchema = z.strictObject({
  links: z.array(discoveryLink),
  carriers: z.array(carrier),
  isCut: z.boolean(),
});
export type Walk = z.infer<typeof walkSchema>;

/**
 * Text of a document. `script`: script or event handler; `json`: data; `markup`: comments, and scripts with pieces of
 * pages; `shown`: visible text.
 */
const frameText = z.strictObject({ kind: z.enum(['script', 'json', 'markup', 'shown']), text: plainText });
export type FrameText = z.infer<typeof frameText>;
export const textsSchema = z.array(frameText);

/**
 * Visible text of a document: a line for each block, white space folded. `isCut`: there was more than is stored.
 * `asksPassword`: the document asks for a password.
 */
export const blocksSchema = z.strictObject({ text: plainText, isCut: z.boolean(), asksPassword: z.boolean() });
export type DocumentText = z.infer<typeof blocksSchema>;

/** Next part of a walk's result; see in-page/walk-page.ts, as for all below. */
export const moreOfWalk = walkSchema.omit({ isCut: true }).extend({ hasMore: z.boolean() });

/** Result of a page's walk in the browser: the first links, and their base. */
export const pageWalk = z.strictObject({
  walk: walkSchema,
  /** True if the walk found more, to be fetched separately. */
  hasMore: z.boolean(),
  /** Base of addresses; undefined where the `base` element names no address. */
  base: z.string().optional(),
  /** Label of the document's encoding. */
  encoding: z.string().toLowerCase(),
  /** Elements that may have closed shadow roots, unseen by the walk. */
  possibleHosts: z.number(),
  /** Closed shadow roots known to be made, obtained or written by scripts. */
  closedRoots: z.number(),
  /** Nodes visited by the walk. */
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

/** Names of icons that count as the text of a link without text, because they announce harm. Regular expression. */
export const tellingIcons = `(?<![a-z])(?:${names})(?![a-z])`;
