import { z } from 'zod';
import type { LinkId } from '../domain/link.ts';
import { type SiteView, visitsBegun } from '../domain/site.ts';
import { RewardTally } from './reward-tally.ts';
import { best, FIRST, siteRule } from './site-rule.ts';

/**
 * Good-UCB (Bubeck, Ernst & Garivier 2013, "Optimal discovery with probabilistic expert advice: finite time analysis
 * and macroscopic optimality"): links seen exactly once estimate how much of a site is still unseen (Good-Turing). Next
 * is the site with the largest
 *
 *     Q/n + c s sqrt(ln(4 t) / n)
 *
 * where Q is the number of external links on exactly one of the site's visited pages, n the site's visits, and t those
 * of all sites. In the paper an expert draws one item and c is 1 + sqrt(2); a page shows many, so s, the standard
 * deviation of all rewards, sets the scale, and c is small. A site without a visit comes first; among equals that with
 * fewest visits.
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
        const doubt = c * Math.sqrt(tally.variance * Math.log(4 * Math.max(1, clock.visits)));
        const score = (site: SiteView) =>
          visitsBegun(site) === 0
            ? Number.POSITIVE_INFINITY
            : seenOnce(site) / visitsBegun(site) + doubt / Math.sqrt(visitsBegun(site));
        return best(ready, score, visitsBegun);
      },
      standings: {
        of: (site) => (visitsBegun(site) === 0 ? FIRST : { class: visitsBegun(site), value: seenOnce(site), tie: 0 }),
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
