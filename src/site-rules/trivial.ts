import { z } from 'zod';
import { type Clock, type SiteView, visitsBegun } from '../domain/site.ts';
import { best, siteRule, standingsBy } from './site-rule.ts';

/**
 * R1: scan the first [N/K] pages of each site in turn, then spend the remaining N - K[N/K] on the site whose first
 * [N/K] pages gave most (Pechnikov & Chernobrovkin 2012, §3). [.] rounds to the nearest whole number.
 *
 * In the second step only the favourite's sum can grow: the largest sum identifies the favourite until it is exhausted;
 * then the next best follows.
 */
export const trivial = siteRule({
  name: 'trivial',
  summary: 'R1: an equal share for each site, the rest for the best',
  source: 'Pechnikov & Chernobrovkin 2012, §3 (R1)',
  params: z.strictObject({}),
  needs: ['page-limit'],
  plansWithLimit: true,
  make: () => ({
    pick(ready, clock) {
      const share = shareOf(clock);
      return best(ready, (site) => scoreOf(site, share));
    },
    standings: { ...standingsBy((site, clock) => scoreOf(site, shareOf(clock))), basis: shareOf },
  }),
});

const shareOf = ({ pageLimit = 0, sites }: Clock): number => Math.round(pageLimit / Math.max(1, sites));

const scoreOf = (site: SiteView, share: number): number =>
  visitsBegun(site) < share ? Number.POSITIVE_INFINITY : site.rewardSum;
