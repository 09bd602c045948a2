import { z } from 'zod';
import { type SiteView, visitsBegun } from '../domain/site.ts';
import { best, siteRule, standingsBy } from './site-rule.ts';

/**
 * R2, the Gittins-index rule (Pechnikov & Chernobrovkin 2012, §3): scan n pages on every site, then n more again and
 * again on the site with the largest index Ind(i) = s(i)/t(i), the mean reward of its pages.
 *
 * A block of n pages is never interrupted: a site whose visits are not a multiple of n continues its block. Among equal
 * indices the site with the fewest visits comes first, so that the rule does not stay on one dry site when all are dry.
 */
export const gittins = siteRule({
  name: 'gittins',
  summary: 'R2: a block of pages on the site with the best mean reward',
  source: 'Pechnikov & Chernobrovkin 2012, §3 (R2)',
  params: z.strictObject({
    n: z.number().int().min(1).default(10).describe('pages to visit on a site in each step'),
  }),
  trials: [{ n: 3 }, { n: 5 }, { n: 20 }, { n: 50 }],
  make({ n }) {
    const isUnfinished = (site: SiteView) => visitsBegun(site) < n || visitsBegun(site) % n !== 0;
    const index = (site: SiteView) =>
      isUnfinished(site) ? Number.POSITIVE_INFINITY : site.rewardSum / Math.max(1, site.visits);
    const tie = (site: SiteView) => (isUnfinished(site) ? 0 : visitsBegun(site));
    return { pick: (ready) => best(ready, index, tie), standings: standingsBy(index, tie) };
  },
});
