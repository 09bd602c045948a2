import { z } from 'zod';
import { linkOrder } from './link-order.ts';

/** Breadth first: links closest to the start page (Pechnikov & Chernobrovkin 2012, §2, scan block, step 7). */
export const level = linkOrder({
  name: 'level',
  summary: 'breadth first',
  source: 'Pechnikov & Chernobrovkin 2012, §2',
  params: z.strictObject({}),
  make: () => ({ rank: (link) => ({ lane: 0, value: 0 - link.level }) }),
});
