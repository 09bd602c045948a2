import { z } from 'zod';

/** Megabytes (2^20 bytes) in use after so many pages. */
export const memorySample = z.object({
  pages: z.number(),
  /** JavaScript objects alive, after a full collection. */
  heap: z.number(),
  /** Resident set of Node, with the database's cache and what the collector has not given back. */
  node: z.number(),
  /** Proportional set of all of the browser's processes. */
  chromium: z.number(),
});
export type MemorySample = z.infer<typeof memorySample>;
