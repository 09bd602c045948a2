import { z } from 'zod';
import type { LinkId } from '../domain/link.ts';
import { pulls, type SiteView } from '../domain/site.ts';
import { RewardTally } from './reward-tally.ts';
import { best, FIRST, siteRule } from './site-rule.ts';

/**
 * Good-UCB (Bubeck, Ernst & Garivier 2013, "Optimal discovery with probabilistic expert advice: finite time analysis and
 * macroscopic optimality"): how much of a site is still unseen is told by the links that were seen just once (Good-Turing).
 * The site of the largest
 *
 *     Q/n + c s sqrt(ln(4 t) / n)
 *
 * is next, Q the external links that stand on exactly one of its pages read, n its pulls, t those of all sites. There an
 * expert draws one item and c is 1 + sqrt(2); a page shows many, so that s, the standard deviation of all rewards, sets
 * the scale, and c is small. A site without a pull comes first; among equals the one of the fewest pulls.
 */
export const goodUcb = siteRule({
  name: 'good-ucb',
  summary: 'the site that still has most unseen external links per page (Good-Turing)',
  source: 'Bubeck, Ernst & Garivier 2013, "Optimal discovery with probabilistic expert advice"',
  params: z.strictObject({
    c: z.number().min(0).default(0.05).describe('how much to explore, in standard deviations of the rewards'),
  }),
  trials: [{ c: 0.01 }, { c: 0.3 }],
  make({ c }) {
    const tally = new RewardTally(1);
    const once = new Map<number, Set<LinkId>>();
    const seenOnce = (site: SiteView) => once.get(site.id)?.size ?? 0;
    const seen = new Set<LinkId>();
    return {
      pick(ready, clock) {
        const doubt = c * Math.sqrt(tally.variance * Math.log(4 * Math.max(1, clock.pulls)));
        const score = (site: SiteView) =>
          pulls(site) === 0 ? Number.POSITIVE_INFINITY : seenOnce(site) / pulls(site) + doubt / Math.sqrt(pulls(site));
        return best(ready, score, pulls);
      },
      standings: {
        of: (site) => (pulls(site) === 0 ? FIRST : { class: pulls(site), value: seenOnce(site), tie: 0 }),
      },
      learn({ site, reward, external }) {
        tally.add(site, reward);
        const links = once.get(site) ?? new Set();
        once.set(site, links);
        for (const link of external) {
          if (seen.has(link)) links.delete(link);
          else links.add(link);
          seen.add(link);
        }
      },
    };
  },
});
