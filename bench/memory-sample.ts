import { z } from 'zod';

/** Megabytes (2^20 bytes) in use after the given number of pages. */
export const memorySample = z.object({
  pages: z.number(),
  /** JavaScript objects alive, after a full collection. */
  heap: z.number(),
  /** Resident set of Node, with the database's cache and memory not yet returned by the collector. */
  node: z.number(),
  /** Proportional set of all of the browser's processes. */
  chromium: z.number(),
});
export type MemorySample = z.infer<typeof memorySample>;
