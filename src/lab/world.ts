import type { NewSite } from '../domain/site.ts';
import type { VisitResult } from '../frontier/frontier.ts';
import type { Identity } from '../url/normalise.ts';

/** What came of a visit, and how long it took, in milliseconds. */
export interface Answer extends VisitResult {
  readonly milliseconds: number;
}

/** A web that can be crawled again without being asked: a recorded one, or one that was made up. */
export interface World {
  /** As it stands in results. */
  readonly name: string;
  /** How its addresses are told apart. */
  readonly identity: Identity;
  /** In the order in which a crawl has them: the first is site 1. */
  readonly sites: readonly NewSite[];
  /**
   * What a visit of an internal link brings, by the site's place in `sites` and the link's identity key; undefined where
   * the web does not tell, as the link was never visited: a replay does not visit it either. Asked twice it answers the
   * same object.
   */
  answer(site: number, key: string): Answer | undefined;
}
