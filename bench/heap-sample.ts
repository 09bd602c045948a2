import { z } from 'zod';

/** Live Node heap after the given number of pages, after a full collection, in megabytes (2^20 bytes). */
export const heapSample = z.object({ pages: z.number(), heap: z.number() });
export type HeapSample = z.infer<typeof heapSample>;
