import { z } from 'zod';
import { formChoices } from '../walk/form-choices.ts';
import { walkSchema } from '../walk/walk.ts';
import { textLimits, walkBlocks } from '../walk/walk-blocks.ts';
import { walkLinks } from '../walk/walk-links.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { textsSchema, walkTexts } from '../walk/walk-texts.ts';
import { browserDom } from './browser-dom.ts';
import { HIDDEN_TREES } from './hidden-trees.ts';
import { pageFunction } from './page-functions.ts';

/** Links that come out of a page at once: neither it nor we stand still for long. */
const AT_ONCE = 2000;

/** A function that runs in a page and answers what `pageWalk` describes; it takes what `browserDom` does. */
export const WALK_IN_PAGE = pageFunction(`(time, ...closed) => {
  const rules = ${JSON.stringify(walkRules)};
  const dom = (${browserDom.toString()})(rules, time, closed);
  const walk = (${walkLinks.toString()})(dom, rules, ${formChoices.toString()});
  globalThis[Symbol.for('walk')] = walk;
  return {
    walk: { links: walk.links.splice(0, ${AT_ONCE}), carriers: walk.carriers.splice(0, ${AT_ONCE}), isCut: walk.isCut },
    hasMore: walk.links.length + walk.carriers.length > 0,
    base: dom.resolve(''), encoding: dom.encoding, possibleHosts: dom.possibleHosts(), nodes: dom.nodes(),
    closedRoots: ${HIDDEN_TREES}.closed,
  };
}`);

/** A function that answers the next of what the last walk found; see `moreOfWalk`. */
export const MORE_IN_PAGE = pageFunction(`() => {
  const { links, carriers } = globalThis[Symbol.for('walk')];
  const next = { links: links.splice(0, ${AT_ONCE}), carriers: carriers.splice(0, ${AT_ONCE}) };
  return { ...next, hasMore: links.length + carriers.length > 0 };
}`);

export const moreOfWalk = walkSchema.omit({ isCut: true }).extend({ hasMore: z.boolean() });

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

/** A function that answers the texts of a page. */
export const TEXTS_IN_PAGE = pageFunction(`() => {
  const rules = ${JSON.stringify(walkRules)};
  const dom = (${browserDom.toString()})(rules, 0, []);
  return { texts: (${walkTexts.toString()})(dom, rules), base: dom.resolve(''), encoding: dom.encoding };
}`);

export const pageTexts = pageWalk.pick({ base: true, encoding: true }).extend({ texts: textsSchema });

/** A function that answers the visible text of a page. */
export const BLOCKS_IN_PAGE = pageFunction(`() => {
  const rules = ${JSON.stringify(walkRules)};
  const dom = (${browserDom.toString()})(rules, 0, []);
  return (${walkBlocks.toString()})(dom, rules, ${JSON.stringify(textLimits)});
}`);
