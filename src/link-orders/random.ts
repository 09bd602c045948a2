import { z } from 'zod';
import { createRandom } from '../domain/random.ts';
import { linkOrder } from './link-order.ts';

/**
 * Random order with start pages first, as a baseline (Cho, Garcia-Molina, Page 1998, §5). A link's rank depends on the
 * seed and its address only.
 */
export const random = linkOrder({
  name: 'random',
  summary: 'random order',
  source: 'Cho, Garcia-Molina & Page 1998, §5',
  params: z.strictObject({}),
  make: (_, { seed }) => ({
    rank: ({ level, url }) => ({ lane: level === 0 ? 1 : 0, value: createRandom(`link order ${seed} ${url}`).unit() }),
  }),
});
