import { z } from 'zod';
import { textsSchema, walkSchema } from '../walk/walk.ts';
import { pageFunction } from './page-functions.ts';

/** It answers what `pageWalk` describes, the others the next of that, the page's texts, and what of it is visible. */
export const WALK_IN_PAGE = pageFunction('walkPage');
export const MORE_IN_PAGE = pageFunction('moreOfWalk');
export const TEXTS_IN_PAGE = pageFunction('textsOfPage');
export const BLOCKS_IN_PAGE = pageFunction('blocksOfPage');

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

export const pageTexts = pageWalk.pick({ base: true, encoding: true }).extend({ texts: textsSchema });
