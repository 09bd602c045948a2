import type { SiteVisit } from '../domain/observation.ts';
import { makerOf } from '../domain/rule-factory.ts';
import type { Clock, OrderedSite, SiteId, SiteView } from '../domain/site.ts';

/**
 * Rule that picks the next site.
 *
 * `pick` gets the sites with a page to claim now, unordered, and is pure. Ties go to the smallest id, the first in the
 * list. A rule's state depends only on the views, the clock, and `learn` over the visits in order: a restarted crawl
 * replays the stored visits, and must reach the same state.
 */
export interface SiteRule {
  pick(ready: readonly SiteView[], clock: Clock): SitePick | undefined;
  /**
   * Compares sites, for a rule that always picks the first of an order: negative if `a` comes before `b`. `pick` then
   * gets the first two ready sites only.
   */
  readonly order?: (a: OrderedSite, b: OrderedSite) => number;
  /** Classes of scores that change together. `pick` may then get the first two ready sites of each class only. */
  readonly standings?: Standings;
  /**
   * Tells whether to claim no page now, as `busy`, the first site in the order whose host is busy for a short time
   * only, has a much better link than the picked one. Needs an `order`.
   */
  waits?(picked: SiteView, busy: SiteView, clock: Clock): boolean;
  /**
   * Learns from a finished visit. Failed visits are not reported, as they may be undone, but count as visits of their
   * site.
   */
  learn?(visit: SiteVisit): void;
}

/**
 * Standings of sites that keep their order, so that a pick among 100,000 sites looks at few of them. Within a class the
 * score must grow with the value, and equal values must give equal scores.
 */
export interface Standings {
  /** Returns a site's standing, which depends only on the site, on learned visits, and on the basis. */
  of(site: SiteView, clock: Clock): Standing;
  /** Further input of all standings; a change invalidates all of them. Undefined: none. */
  basis?(clock: Clock): string | number;
}

/** Position of a site within its class: largest value first, then least `tie`, then smallest id. */
export interface Standing {
  readonly class: number;
  readonly value: number;
  readonly tie: number;
}

/** Picked site, with its score and the runner-up. */
export interface SitePick {
  readonly site: SiteId;
  /** Score of the site; infinite if the pick does not depend on the site's rewards. */
  readonly score: number;
  /** Runner-up. */
  readonly next: { readonly site: SiteId; readonly score: number } | undefined;
}

/** Defines a member of the registry of site rules. */
export const siteRule = makerOf<SiteRule>();

/** Returns standings with one class, for scores that depend only on the site and the basis. */
export const standingsBy = (
  score: (site: SiteView, clock: Clock) => number,
  tie: (site: SiteView) => number = () => 0,
): Standings => ({ of: (site, clock) => ({ class: 0, value: score(site, clock), tie: tie(site) }) });

/** Standing of sites whose turn does not depend on their rewards: the first in the list is next. */
export const FIRST: Standing = { class: -1, value: 0, tie: 0 };

/**
 * Picks the ready site with the largest score; among equals the one with the least `tie`, then the first in the list.
 * Runs over all sites for every page: one pass without allocation.
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
