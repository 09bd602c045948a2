import { makerOf } from '../domain/maker.ts';
import type { SiteVisit } from '../domain/observation.ts';
import type { Clock, OrderedSite, SiteId, SiteView } from '../domain/site.ts';

/**
 * Which site next?
 *
 * `pick` gets the sites that have a page to hand out now, in no particular order, and changes nothing: asked twice it
 * answers the same. Ties go to the site that stands first in the list (the smallest id). All that a rule knows is in
 * the views, the clock, and `learn` folded over the visits in their order: after a restart it is told of the stored ones
 * again, and must come to the same state, so a restarted crawl goes on as if it had not stopped.
 */
export interface SiteRule {
  pick(ready: readonly SiteView[], clock: Clock): SitePick | undefined;
  /**
   * Negative where `a` comes before `b`, for a rule that always picks the first of an order: `pick` is given the first two
   * ready sites only.
   */
  readonly order?: (a: OrderedSite, b: OrderedSite) => number;
  /** For a rule that picks by scores of which most change together. `pick` may be given the first two ready sites of each class only. */
  readonly standings?: Standings;
  /**
   * Whether to hand out nothing now rather than a page of the site that was picked, as another holds so much more: the first
   * in the order of those whose host is busy, but not for long. A rule that waits has an `order`.
   */
  waits?(picked: SiteView, busy: SiteView, clock: Clock): boolean;
  /** Takes in a visit that is over. Visits that failed are not told of, as they may be taken back: they are pulls of their site. */
  learn?(visit: SiteVisit): void;
}

/**
 * How a rule's scores keep most sites in their order, so that a pick among 100,000 sites looks at few of them. Within a
 * class the score must grow with the value, and equal values must be equal scores.
 */
export interface Standings {
  /** A site's standing: it depends on the site, on what was learned of it, and on the basis only. */
  of(site: SiteView, clock: Clock): Standing;
  /** What the standings of all sites depend on besides. Not given: on nothing. */
  basis?(clock: Clock): string | number;
}

/** Where a site stands among those of its class: the largest value first, then the least `tie`, then the smallest id. */
export interface Standing {
  readonly class: number;
  readonly value: number;
  readonly tie: number;
}

/** The site that a rule picks, and what it was picked for. */
export interface SitePick {
  readonly site: SiteId;
  /** Infinite where the site's turn does not depend on what it has brought. */
  readonly score: number;
  /** The site that would have been picked else. */
  readonly next: { readonly site: SiteId; readonly score: number } | undefined;
}

/** A member of the registry of site rules. */
export const siteRule = makerOf<SiteRule>();

/** Of a rule whose scores depend on nothing but the site, and on the basis: one class. */
export const standingsBy = (
  score: (site: SiteView, clock: Clock) => number,
  tie: (site: SiteView) => number = () => 0,
): Standings => ({ of: (site, clock) => ({ class: 0, value: score(site, clock), tie: tie(site) }) });

/** The class of sites whose turn does not depend on what they have brought: the first in the list is next. */
export const FIRST: Standing = { class: -1, value: 0, tie: 0 };

/**
 * The ready site of the largest score; among equals the one of the least `tie`, then the first in the list. One pass
 * that allocates nothing: it is taken over all sites for every page.
 */
export function best(
  ready: readonly SiteView[],
  score: (site: SiteView) => number,
  tie?: (site: SiteView) => number,
): SitePick | undefined {
  let first: SiteView | undefined;
  let firstScore = Number.NEGATIVE_INFINITY;
  let second: SiteView | undefined;
  let secondScore = Number.NEGATIVE_INFINITY;
  const isBefore = (site: SiteView, value: number, other: SiteView | undefined, otherValue: number): boolean => {
    if (other === undefined || value !== otherValue) return other === undefined || value > otherValue;
    const difference = tie === undefined ? 0 : tie(site) - tie(other);
    return difference < 0 || (difference === 0 && site.id < other.id);
  };
  for (const site of ready) {
    const value = score(site);
    if (value < secondScore || (second !== undefined && !isBefore(site, value, second, secondScore))) continue;
    if (isBefore(site, value, first, firstScore)) {
      second = first;
      secondScore = firstScore;
      first = site;
      firstScore = value;
    } else {
      second = site;
      secondScore = value;
    }
  }
  return first && { site: first.id, score: firstScore, next: second && { site: second.id, score: secondScore } };
}
