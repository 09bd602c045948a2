import { z } from 'zod';

/** What the script `site-choice` is given. */
export const siteChoiceInput = z.object({
  /** A database of so many sites, all waiting. */
  file: z.string(),
  sites: z.number(),
  /** The site rule, and the budget that it may divide. */
  name: z.string(),
  pageLimit: z.number().optional(),
});
export type SiteChoiceInput = z.infer<typeof siteChoiceInput>;

/** What it prints: CPU milliseconds of each pick, claim and settle, and of opening the frontier, and the bytes that the open one holds. */
export const siteChoiceResult = z.object({
  picks: z.array(z.number()),
  claims: z.array(z.number()),
  settles: z.array(z.number()),
  opening: z.number(),
  memory: z.number(),
});
