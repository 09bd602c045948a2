import { z } from 'zod';

/** Output of `polite-crawl`: its behaviour once it had settled. */
export const politeCrawlResult = z.object({
  /** Mean time of a visit, from its claim to its end, in milliseconds. */
  visit: z.number(),
  /** Shortest time from one request to a host to the next as they were sent, in milliseconds; from the begin. */
  shortestGap: z.number(),
  /** CPU time of the crawl's process by wall time. */
  cpuShare: z.number(),
  /** Clock readings per second: one for each look for work, and a few for each page. */
  looks: z.number(),
});
