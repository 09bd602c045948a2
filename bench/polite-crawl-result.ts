import { z } from 'zod';

/** What `polite-crawl` prints. */
export const politeCrawlResult = z.object({
  /** CPU time of the crawl's process by wall time. */
  cpuShare: z.number(),
  /** Readings of the clock a second: one for each look for work, and a few for each page. */
  looks: z.number(),
});
