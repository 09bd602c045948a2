import { z } from 'zod';
import { visitsBegun } from '../domain/site.ts';
import { best, FIRST, siteRule } from './site-rule.ts';

/**
 * R3, UCB1 (Pechnikov & Chernobrovkin 2012, §3, after Auer, Cesa-Bianchi, Fischer 2002): scan m pages on every site,
 * then one page at a time on the site with the largest mean(i)/Xmax + sqrt(2 ln n / t(i)), where n is the number of
 * pages scanned on all sites, t(i) that of site i, and Xmax the largest reward of a page. While Xmax = 0 the first term
 * is 0.
 */
export const ucb1 = siteRule({
  name: 'ucb1',
  summary: 'R3: the best mean reward, with a bonus for sites that are little known',
  source: 'Pechnikov & Chernobrovkin 2012, §3 (R3); Auer, Cesa-Bianchi & Fischer 2002',
  params: z.strictObject({
    m: z.number().int().min(1).default(5).describe('pages to visit on every site first'),
  }),
  trials: [{ m: 1 }, { m: 2 }, { m: 10 }, { m: 20 }],
  make: ({ m }) => ({
    pick(ready, clock) {
      const confidence = 2 * Math.log(clock.visits);
      const scale = clock.rewardMax > 0 ? 1 / clock.rewardMax : 0;
      return best(ready, (site) => {
        const scanned = visitsBegun(site);
        if (scanned < m) return Number.POSITIVE_INFINITY;
        return (site.rewardSum * scale) / Math.max(1, site.visits) + Math.sqrt(confidence / scanned);
      });
    },
    standings: {
      of(site) {
        const scanned = visitsBegun(site);
        return scanned < m ? FIRST : { class: scanned, value: site.rewardSum / Math.max(1, site.visits), tie: 0 };
      },
    },
  }),
});
