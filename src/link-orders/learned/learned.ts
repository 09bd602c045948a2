import { z } from 'zod';
import type { LinkId } from '../../domain/link.ts';
import { drawn } from '../../domain/random.ts';
import { linkOrder } from '../link-order.ts';
import { fitHere, fitInThread } from './fit.ts';
import { learnedOrder } from './learned-order.ts';
import { withLinkLists } from './link-lists.ts';
import { LinkModel } from './link-model.ts';
import { readPrior, SHIPPED } from './prior.ts';

export const learned = linkOrder({
  name: 'learned',
  summary: 'what links alike have brought, and what lay behind them',
  params: z.strictObject({
    prior: z
      .string()
      .default(SHIPPED)
      .describe('what words were worth on other webs: a file of lab train, forager for the one that comes along, none'),
  }),
  trials: [{ prior: 'none' }],
  needs: ['tag-paths'],
  make({ prior: choice }, { inThreads, remembered, reward, seed }) {
    const prior = readPrior(choice);
    const seeksLinks = reward === undefined || reward.startsWith('new-external-');
    const begin = prior && seeksLinks ? withLinkLists(prior) : prior;
    const model = new LinkModel(begin, inThreads ? fitInThread : fitHere);
    const luck = (link: LinkId) => drawn(seed, link);
    return learnedOrder({ model, basis: JSON.stringify(['learned', begin, seed]), remembered, luck });
  },
});
