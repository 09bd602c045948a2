import { z } from 'zod';
import { visitsBegun } from '../domain/site.ts';
import { RewardTally } from './reward-tally.ts';
import { best, FIRST, siteRule } from './site-rule.ts';

/**
 * Discounted UCB (Garivier & Moulines 2011, "On upper-confidence bound policies for switching bandit problems"), for
 * sites that run dry: a page's reward counts less with each further page of its site. Next is the site with the largest
 *
 *     S/W + c s sqrt(ln t / W)
 *
 * where a page with reward r sets S := keep S + r and W := keep W + 1, t is the number of visits of all sites, and s
 * the standard deviation of all rewards. The paper discounts by the visits of all arms and scales by a known largest
 * reward. Here a site ages by its own pages only, as its pages do not change during other visits, and no reward is
 * known beforehand. A site without a visit comes first.
 */
export const discountedUcb = siteRule({
  name: 'discounted-ucb',
  summary: 'the best recent mean reward, with a bonus for sites that are little known',
  source: 'Garivier & Moulines 2011, "On upper-confidence bound policies for switching bandit problems"',
  params: z.strictObject({
    keep: z
      .number()
      .gt(0)
      .max(1)
      .default(0.98)
      .describe('weight of older rewards: each new page of a site multiplies it by this'),
    c: z.number().min(0).default(0.5).describe('how much to explore, in standard deviations of the rewards'),
  }),
  trials: [{ c: 0.2 }, { keep: 0.95 }],
  make({ keep, c }) {
    const tally = new RewardTally(keep);
    return {
      pick(ready, clock) {
        const doubt = c * Math.sqrt(tally.variance * Math.log(Math.max(1, clock.visits)));
        return best(ready, (site) => {
          if (visitsBegun(site) === 0) return Number.POSITIVE_INFINITY;
          const { weight, sum } = tally.of(site);
          return sum / weight + doubt / Math.sqrt(weight);
        });
      },
      standings: {
        of(site) {
          if (visitsBegun(site) === 0) return FIRST;
          const { weight, sum } = tally.of(site);
          return { class: weight, value: sum / weight, tie: 0 };
        },
      },
      learn: ({ site, reward }) => tally.add(site, reward),
    };
  },
});
