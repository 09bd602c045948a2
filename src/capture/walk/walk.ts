import { z } from 'zod';
import { plainText } from './plain-text.ts';

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

/** What a walk finds: links that lead the reader away, and the text of all other addresses. `isCut`: there were more than are kept. */
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

/** What the walk of a page answers: the first of what it found, and what that depends on. */
export const pageWalk = z.strictObject({
  walk: walkSchema,
  /** Whether it found more, which is to be asked for. */
  hasMore: z.boolean(),
  /** What addresses are relative to; undefined where the `base` element names no address. */
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
