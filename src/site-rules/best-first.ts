import { z } from 'zod';
import { compareTiered } from '../domain/rank.ts';
import { type OrderedSite, pulls, type SiteView } from '../domain/site.ts';
import { type SiteRule, siteRule } from './site-rule.ts';

/**
 * The site that holds the best waiting link, by its rank in the link order: one frontier over all sites, whose best page
 * is always visited next (best-first search; Menczer, Pant, Srinivasan 2004, "Topical web crawlers: Evaluating adaptive
 * algorithms"). Ranks of different sites must be of one scale.
 *
 * Among equal ranks the site of the fewest pulls comes first, so that sites of like links take turns. The score is the
 * number of the rank within its lane and group, v; where a budget of time counts, v - ln(c), c the mean time of the site's
 * visits in seconds, drawn to one visit of a second: of links whose ranks are logarithms of what they are worth, as those
 * of `learned`, that with the most worth a second comes first.
 *
 * Where pages are counted and not time, a worker may wait for a busy host that holds far more than what is ready: by ranks
 * that are logarithms, exp(margin) times as much.
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
    /** Negative when `a` is picked before `b`. */
    const order = (a: OrderedSite, b: OrderedSite): number => {
      if (a.best === undefined || b.best === undefined)
        return Number(a.best === undefined) - Number(b.best === undefined) || tie(a, b);
      const timed = by === 'time';
      const one = timed ? { ...a.best, value: score(a) } : a.best;
      const other = timed ? { ...b.best, value: score(b) } : b.best;
      return compareTiered(one, other) || tie(a, b);
    };
    /** Lanes and groups are no numbers that can be compared: what is in a better one is waited for. */
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

const tie = (a: OrderedSite, b: OrderedSite): number => pulls(a) - pulls(b) || a.id - b.id;
