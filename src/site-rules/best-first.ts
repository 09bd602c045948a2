import { z } from 'zod';
import { compareTiered } from '../domain/rank.ts';
import { type OrderedSite, pulls, type SiteView } from '../domain/site.ts';
import { siteRule } from './site-rule.ts';

/**
 * The site that holds the best waiting link, by its rank in the link order: one frontier over all sites, whose best page
 * is always visited next (best-first search; Menczer, Pant, Srinivasan 2004, "Topical web crawlers: Evaluating adaptive
 * algorithms"). Ranks of different sites must be of one scale.
 *
 * Among equal ranks the site of the fewest pulls comes first, so that sites of like links take turns. The score is the
 * number of the rank within its lane and group.
 */
export const bestFirst = siteRule({
  name: 'best-first',
  summary: 'the site that holds the best waiting link',
  params: z.strictObject({}),
  make: () => ({
    order: compare,
    pick(ready) {
      let first: SiteView | undefined;
      let second: SiteView | undefined;
      for (const site of ready) {
        if (second !== undefined && compare(site, second) > 0) continue;
        if (first === undefined || compare(site, first) < 0) {
          second = first;
          first = site;
        } else second = site;
      }
      return (
        first && { site: first.id, score: score(first), next: second && { site: second.id, score: score(second) } }
      );
    },
  }),
});

const score = ({ best }: SiteView): number => best?.value ?? Number.NEGATIVE_INFINITY;

/** Negative when `a` is picked before `b`. */
function compare(a: OrderedSite, b: OrderedSite): number {
  if (a.best === undefined || b.best === undefined)
    return Number(a.best === undefined) - Number(b.best === undefined) || tie(a, b);
  return compareTiered(a.best, b.best) || tie(a, b);
}

const tie = (a: OrderedSite, b: OrderedSite): number => pulls(a) - pulls(b) || a.id - b.id;
