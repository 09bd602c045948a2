import { randomGamma } from 'd3-random';
import { z } from 'zod';
import { createRandom } from '../domain/random.ts';
import { pulls } from '../domain/site.ts';
import { RewardTally } from './reward-tally.ts';
import { best, siteRule } from './site-rule.ts';

/**
 * Thompson sampling (Thompson 1933; Chapelle & Li 2011, "An empirical evaluation of Thompson sampling") of a Gamma-Poisson
 * model with over-dispersion and a prior that all sites share. For each site a rate is drawn,
 *
 *     l ~ Gamma(shape (k m + S) / phi, rate (k + W) / phi)
 *
 * and the site of the largest is next. m is the mean of all rewards, phi their variance by their mean, at least 1; a page
 * that brings r makes S := keep S + r and W := keep W + 1. What is drawn depends on the random seed, the site, and the
 * numbers of pulls only. Among equals the site of the fewest pulls comes first.
 */
export const thompson = siteRule({
  name: 'thompson',
  summary: 'by chance, as likely as a site is the best by what it brought',
  params: z.strictObject({
    keep: z
      .number()
      .gt(0)
      .max(1)
      .default(0.95)
      .describe("weight that a page's reward still has after the site's next page"),
    k: z.number().positive().default(1).describe("pages that the mean of all sites counts for in a site's"),
  }),
  trials: [{ keep: 0.98 }],
  make({ keep, k }, { seed }) {
    const tally = new RewardTally(keep);
    return {
      pick(ready, clock) {
        const { mean, variance } = tally;
        const phi = Math.max(1, mean > 0 ? variance / mean : 1);
        const draw = (site: (typeof ready)[number]) => {
          const { weight, sum } = tally.of(site);
          const random = createRandom(`site rule ${seed} ${site.id} ${pulls(site)} ${clock.pulls}`);
          return randomGamma.source(random.unit)((k * mean + sum) / phi, phi / (k + weight))();
        };
        return best(ready, draw, pulls);
      },
      learn: ({ site, reward }) => tally.add(site, reward),
    };
  },
});
