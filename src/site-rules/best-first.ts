import { z } from 'zod';
import { compareTiered } from '../domain/rank.ts';
import { type OrderedSite, type SiteView, visitsBegun } from '../domain/site.ts';
import { type SiteRule, siteRule } from './site-rule.ts';

/**
 * The site with the best waiting link, by rank in the link order: one frontier over all sites, whose best page is
 * always visited next (best-first search; Menczer, Pant, Srinivasan 2004, "Topical web crawlers: Evaluating adaptive
 * algorithms"). Ranks of different sites must have one scale.
 *
 * Among equal ranks the site with the fewest visits comes first, so that sites with similar links alternate. The score
 * is v, the rank's number within its lane and group; with a time budget v - ln(c), where c is the mean time of the
 * site's visits in seconds, with one visit of a second as prior. For ranks that are logarithms of values, as in
 * `learned`, this picks the largest value per second.
 *
 * With a page budget only, a worker may wait for a busy host whose link has a much better rank: for logarithmic ranks,
 * exp(margin) times the value.
 */
export const bestFirst = siteRule({
  name: 'best-first',
  summary: 'the site with the best waiting link',
  source: 'Menczer, Pant & Srinivasan 2004, "Topical web crawlers"',
  params: z.strictObject({
    by: z
      .enum(['pages', 'time'], 'must be pages or time')
      .default('pages')
      .describe('what to save: pages, or time, which divides the value of a link by the load time of its site'),
    margin: z
      .number('must be a number')
      .min(0, 'must be at least 0')
      .default(0)
      .describe('wait for a busy host if its best link ranks higher by more than this; 0: never wait'),
  }),
  make({ by, margin }) {
    const score = ({ best, milliseconds, visits }: OrderedSite): number => {
      if (best === undefined) return Number.NEGATIVE_INFINITY;
      return by === 'pages' ? best.value : best.value - Math.log((1 + milliseconds / 1000) / (1 + visits));
    };
    /** Compares two sites: negative if `a` is picked before `b`. */
    const order = (a: OrderedSite, b: OrderedSite): number => {
      if (a.best === undefined || b.best === undefined)
        return Number(a.best === undefined) - Number(b.best === undefined) || tie(a, b);
      const timed = by === 'time';
      const one = timed ? { ...a.best, value: score(a) } : a.best;
      const other = timed ? { ...b.best, value: score(b) } : b.best;
      return compareTiered(one, other) || tie(a, b);
    };
    /**
     * Waits for a link of a better lane or group whatever the margin, as only values within a group can be subtracted.
     */
    const waits: SiteRule['waits'] = ({ best }, busy, { pageLimit, timeLimit }) => {
      if (pageLimit === undefined || timeLimit !== undefined || best === undefined || busy.best === undefined)
        return false;
      return compareTiered({ ...best, value: best.value + margin }, busy.best) > 0;
    };
    return {
      order,
      ...(by === 'pages' && margin > 0 && { waits }),
      pick(ready) {
        let first: SiteView | undefined;
        let second: SiteView | undefined;
        for (const site of ready) {
          if (second !== undefined && order(site, second) > 0) continue;
          if (first === undefined || order(site, first) < 0) {
            second = first;
            first = site;
          } else second = site;
        }
        return (
          first && { site: first.id, score: score(first), next: second && { site: second.id, score: score(second) } }
        );
      },
    };
  },
});

const tie = (a: OrderedSite, b: OrderedSite): number => visitsBegun(a) - visitsBegun(b) || a.id - b.id;
