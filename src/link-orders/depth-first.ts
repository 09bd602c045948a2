import { z } from 'zod';
import { linkOrder } from './link-order.ts';

/** Depth first: latest discovery first, so that a crawl follows one branch to its end (Najork & Wiener 2001, §1). */
export const depthFirst = linkOrder({
  name: 'depth-first',
  summary: 'depth first: the link that was found last',
  source: 'Najork & Wiener 2001, §1',
  params: z.strictObject({}),
  make: () => ({ rank: (link) => ({ lane: 0, value: link.id }) }),
});
