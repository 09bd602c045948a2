import { z } from 'zod';
import { walkSchema } from '../walk/walk.ts';
import { textLimits, walkBlocks } from '../walk/walk-blocks.ts';
import { walkLinks } from '../walk/walk-links.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { textsSchema, walkTexts } from '../walk/walk-texts.ts';
import { browserDom } from './browser-dom.ts';
import { pageFunction } from './page-functions.ts';

/** A function that runs in a page and answers what `pageWalk` describes; it takes what `browserDom` does. */
export const WALK_IN_PAGE = pageFunction(`(time, ...closed) => {
  const rules = ${JSON.stringify(walkRules)};
  const dom = (${browserDom.toString()})(rules, time, closed);
  const walk = (${walkLinks.toString()})(dom, rules);
  return { walk, base: dom.resolve(''), encoding: dom.encoding, possibleHosts: dom.possibleHosts(), nodes: dom.nodes() };
}`);

export const pageWalk = z.strictObject({
  walk: walkSchema,
  /** What addresses are relative to; undefined where the `base` element names no address. */
  base: z.string().optional(),
  /** Label of the document's encoding. */
  encoding: z.string().toLowerCase(),
  /** Elements that may have closed shadow roots, which the walk has not seen. */
  possibleHosts: z.number(),
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
