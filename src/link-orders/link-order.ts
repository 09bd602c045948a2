import type { LinkId, LinkView } from '../domain/link.ts';
import { makerOf } from '../domain/maker.ts';
import type { Observation } from '../domain/observation.ts';
import type { Rank, Refusal } from '../domain/rank.ts';
import type { SiteView } from '../domain/site.ts';

/**
 * Which link of that site? Ranks are stored beside the links; the largest is visited first.
 *
 * When a page was read, the order learns from it first, then ranks the links that are new on it. All that it remembers
 * is `learn` folded over the observations in the order of their visits: after a restart it is told of the stored ones
 * again, and must come to the same state.
 */
export interface LinkOrder {
  /** Changes nothing: asked twice it answers the same. */
  rank(link: LinkView, site: SiteView): Rank | Refusal;
  /**
   * Takes in what a visit brought. Visits that failed are not told of: they may be taken back.
   *
   * @returns links whose rank went stale, of any site, waiting or refused: they are ranked anew. Constantly many, as it is
   * done for each page
   */
  learn?(observation: Observation): Iterable<LinkId>;
}

/** A member of the registry of link orders. */
export const linkOrder = makerOf<LinkOrder>();
