import type { z } from 'zod';
import type { Clock } from '../domain/clock.ts';
import type { SiteId, SiteView } from '../domain/site.ts';

/**
 * Which site next?
 *
 * `pick` gets the sites that have a page to hand out now, in no particular order, and changes nothing: asked twice it
 * answers the same. Ties go to the site that stands first in the list (the smallest id). All that a rule knows is in
 * the views and the clock, so a restarted crawl goes on as if it had not stopped.
 */
export interface SiteRule {
  pick(ready: readonly SiteView[], clock: Clock): SiteId | undefined;
}

/** A member of the registry: a name, the parameters that a user may set, and how a rule is made from them. */
export interface SiteRuleMaker<P extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly params: P;
  /** The rule divides a budget, so the crawl must have one. */
  readonly needsPageLimit?: boolean;
  make(params: z.infer<P>): SiteRule;
}

/** Binds the type of `make` to the type of `params`. */
export const siteRule = <P extends z.ZodObject>(maker: SiteRuleMaker<P>): SiteRuleMaker => ({
  ...maker,
  make: (params) => maker.make(maker.params.parse(params)),
});

/**
 * The ready site of the largest score; among equals the one of the least `tie`, then the first in the list. A score
 * of -Infinity leaves the site out. One pass without allocation: it is taken over all sites for every page.
 */
export function best(
  ready: readonly SiteView[],
  score: (site: SiteView) => number,
  tie?: (site: SiteView) => number,
): SiteId | undefined {
  let choice: SiteView | undefined;
  let top = Number.NEGATIVE_INFINITY;
  for (const site of ready) {
    const value = score(site);
    if (value > top) {
      top = value;
      choice = site;
    } else if (value === top && choice !== undefined) {
      const difference = tie === undefined ? 0 : tie(site) - tie(choice);
      if (difference < 0 || (difference === 0 && site.id < choice.id)) choice = site;
    }
  }
  return choice?.id;
}
