import { z } from 'zod';

/** Input of a contender of the benchmark `capture`. */
export const captureInput = z.object({
  hostRules: z.string(),
  /** Addresses to read, in this order. */
  urls: z.array(z.string()),
  /** Pages read at the same time. */
  workers: z.number(),
  /** Forager's mode: without a browser, or in one at that level; ignored by others. */
  level: z.enum(['http', 'passive', 'active']),
});
