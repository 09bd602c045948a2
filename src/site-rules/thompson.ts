import { randomGamma } from 'd3-random';
import { z } from 'zod';
import { createRandom } from '../domain/random.ts';
import { type Clock, type SiteView, visitsBegun } from '../domain/site.ts';
import { RewardTally } from './reward-tally.ts';
import { best, siteRule, standingsBy } from './site-rule.ts';

/**
 * Thompson sampling (Thompson 1933; Chapelle & Li 2011, "An empirical evaluation of Thompson sampling") of a
 * Gamma-Poisson model with over-dispersion and a prior that all sites share. For each site a rate is drawn,
 *
 *     l ~ Gamma(shape (k m + S) / phi, rate (k + W) / phi)
 *
 * and the site with the largest is next. m is the mean of all rewards, phi their variance divided by their mean, at
 * least 1; a page with reward r sets S := keep S + r and W := keep W + 1. Draws depend only on the random seed, the
 * site, and the numbers of visits. Among equals the site with the fewest visits comes first.
 *
 * With more than 256 sites, draws, m and phi are kept for a batch of pages; a site's own visit renews its draw. A batch
 * has one page per 256 sites, at least 64, rounded up to a power of two (Kalkanli & Ozgur 2021, "Batched Thompson
 * sampling").
 */
export const thompson = siteRule({
  name: 'thompson',
  summary: 'a random site, chosen as often as it is likely to be the best',
  source: 'Thompson 1933; Chapelle & Li 2011, "An empirical evaluation of Thompson sampling"',
  params: z.strictObject({
    keep: z
      .number()
      .gt(0)
      .max(1)
      .default(0.95)
      .describe('weight of older rewards: each new page of a site multiplies it by this'),
    k: z
      .number()
      .positive()
      .default(1)
      .describe('weight of the mean over all sites in the estimate for one site, in pages'),
  }),
  trials: [{ keep: 0.98 }],
  make({ keep, k }, { seed }) {
    const tally = new RewardTally(keep);
    /** Figures of all rewards at the last number of visits divisible by 1, 2, 4, 8 … */
    const figures: Figures[] = [];
    const turnOf = (clock: Clock) => {
      const doublings = batch(clock.sites);
      return doublings === 0 ? clock.visits : Math.floor(tally.count / 2 ** doublings);
    };
    const draw = (site: SiteView, clock: Clock) => {
      const { mean, phi } = figures[batch(clock.sites)] ?? { mean: 0, phi: 1 };
      const { weight, sum } = tally.of(site);
      const random = createRandom(`site rule ${seed} ${site.id} ${visitsBegun(site)} ${turnOf(clock)}`);
      return randomGamma.source(random.unit)((k * mean + sum) / phi, phi / (k + weight))();
    };
    return {
      pick: (ready, clock) => best(ready, (site) => draw(site, clock), visitsBegun),
      standings: { ...standingsBy(draw, visitsBegun), basis: turnOf },
      learn({ site, reward }) {
        tally.add(site, reward);
        const { count, mean, variance } = tally;
        const now = { mean, phi: Math.max(1, mean > 0 ? variance / mean : 1) };
        for (let doublings = 0; count % 2 ** doublings === 0; doublings++) figures[doublings] = now;
      },
    };
  },
});

interface Figures {
  readonly mean: number;
  readonly phi: number;
}

/** Draws per pick, on average. */
const DRAWN = 256;
/** Pages of a batch at least, so that sites can be kept in the order of their draws. */
const FEWEST = 64;

/** Returns the binary logarithm of the number of pages for which a draw is kept. */
const batch = (sites: number): number => (sites <= DRAWN ? 0 : Math.ceil(Math.log2(Math.max(FEWEST, sites / DRAWN))));
