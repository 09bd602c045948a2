import { z } from 'zod';

/** What a contender of the benchmark `capture` is given. */
export const captureInput = z.object({
  hostRules: z.string(),
  /** Addresses to read, in this order. */
  urls: z.array(z.string()),
  /** Pages read at the same time. */
  workers: z.number(),
  /** How Forager reads: without a browser, or in one at that level; nothing to others. */
  level: z.enum(['http', 'passive', 'active']),
});
