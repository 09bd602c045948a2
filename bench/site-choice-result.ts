import { z } from 'zod';

/** What the script `site-choice` is given. */
export const siteChoiceInput = z.object({
  /** A database of sites that all wait. */
  file: z.string(),
  /** The site rule, and the budget that it may divide. */
  name: z.string(),
  pageLimit: z.number().optional(),
});
export type SiteChoiceInput = z.infer<typeof siteChoiceInput>;

/** What it prints: CPU milliseconds of each claim and settle, and of opening the frontier, and the bytes that the open one holds. */
export const siteChoiceResult = z.object({
  claims: z.array(z.number()),
  settles: z.array(z.number()),
  opening: z.number(),
  memory: z.number(),
});
