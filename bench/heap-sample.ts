import { z } from 'zod';

/** What lives on Node's heap after so many pages, after a full collection, in megabytes (2^20 bytes). */
export const heapSample = z.object({ pages: z.number(), heap: z.number() });
export type HeapSample = z.infer<typeof heapSample>;
