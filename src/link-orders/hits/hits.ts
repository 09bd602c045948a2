import { z } from 'zod';
import { linkOrder } from '../link-order.ts';
import { focusedOrder } from './focused-order.ts';

const params = z.strictObject({
  c: z
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('authorities that join the index, and hubs that are expanded, at each step'),
  'within-site': z.number().min(0).max(1).default(1).describe('what a link within its host counts for'),
  common: z
    .enum(['little', 'whole'])
    .default('little')
    .describe('what links count for that most pages of a host have: little, or as all others'),
});

export const hits = linkOrder({
  name: 'hits',
  summary: 'only the links of the best hubs, by HITS at every step',
  params,
  trials: [{ c: 5 }, { common: 'whole' }],
  make: ({ c, 'within-site': withinSite, common }, { inThreads }) => focusedOrder({ c, withinSite, common, inThreads }),
});

/** The same, joined with the texts of pages and links, as the paper proposes: see rank-web.ts and best-lists.ts. */
export const hitsText = linkOrder({
  name: 'hits-text',
  summary: 'only the links of the best hubs near to the topic, by HITS and the texts at every step',
  needs: ['topic', 'page-text', 'contexts'],
  params,
  trials: [{ c: 5 }, { common: 'whole' }],
  make: ({ c, 'within-site': withinSite, common }, { inThreads, topic }) =>
    focusedOrder({ c, withinSite, common, topic, inThreads }),
});
