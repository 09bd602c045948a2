import { z } from 'zod';

/** Input of the script `site-choice`. */
export const siteChoiceInput = z.object({
  /** A database of sites that all wait. */
  file: z.string(),
  /** The site rule, and the budget that it may divide. */
  name: z.string(),
  pageLimit: z.number().optional(),
});
export type SiteChoiceInput = z.infer<typeof siteChoiceInput>;

/**
 * Its output: CPU milliseconds of each claim and completion, and of opening the frontier, and the bytes held by the
 * open one.
 */
export const siteChoiceResult = z.object({
  claims: z.array(z.number()),
  settles: z.array(z.number()),
  opening: z.number(),
  memory: z.number(),
});
