import { z } from 'zod';
import { type Clock, type SiteView, visitsBegun } from '../domain/site.ts';
import { best, siteRule, standingsBy } from './site-rule.ts';

/**
 * Time quantum for each site in turn, so that every site has been scanned at least in part at the end (Pechnikov &
 * Chernobrovkin 2012, §2, the planner).
 *
 * A site keeps its turn until its quantum is used up; next is the site with the fewest quanta used, the first in the
 * list among equals. The quantum is 1/K of the budget for K sites, divided by `turns`. A page budget is counted in
 * pages, as all pages are assumed to take equal time (§3); a time budget in milliseconds. Without both the quantum is
 * `seconds`.
 */
export const timeQuantum = siteRule({
  name: 'time-quantum',
  summary: 'each site in turn, for an equal share of the budget',
  source: 'Pechnikov & Chernobrovkin 2012, §2',
  params: z.strictObject({
    turns: z.number().int().min(1).default(4).describe('turns of each site within the budget'),
    seconds: z.number().positive().default(10).describe('length of a turn without a page budget, in seconds'),
  }),
  plansWithLimit: true,
  trials: [{ turns: 1 }, { turns: 20 }],
  make: ({ turns, seconds }) => ({
    pick(ready, clock) {
      const { size, used } = quantum(clock, turns, seconds);
      return best(ready, (site) => -Math.floor(used(site) / size));
    },
    standings: {
      ...standingsBy((site, clock) => {
        const { size, used } = quantum(clock, turns, seconds);
        return -Math.floor(used(site) / size);
      }),
      basis(clock) {
        const { size, used } = quantum(clock, turns, seconds);
        return used === visitsBegun ? `${size} pages` : `${size} ms`;
      },
    },
  }),
});

function quantum(clock: Clock, turns: number, seconds: number) {
  const share = 1 / (Math.max(1, clock.sites) * turns);
  if (clock.timeLimit === undefined && clock.pageLimit !== undefined) {
    return { size: Math.max(1, Math.round(clock.pageLimit * share)), used: visitsBegun };
  }
  return { size: clock.timeLimit === undefined ? seconds * 1000 : clock.timeLimit * share, used: timeUsed };
}

/** Returns a site's milliseconds of finished visits, plus their mean for each page in flight. */
const timeUsed = (site: SiteView): number =>
  site.milliseconds + (site.visits > 0 ? (site.inFlight * site.milliseconds) / site.visits : 0);
