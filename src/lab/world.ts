import type { NewSite } from '../domain/site.ts';
import type { VisitResult } from '../frontier/frontier.ts';
import type { Identity } from '../url/normalise.ts';

/** Result of a visit, with its duration in milliseconds. */
export interface Answer extends VisitResult {
  readonly milliseconds: number;
}

/** Web for offline crawls: recorded or synthetic. */
export interface World {
  /** Name in results. */
  readonly name: string;
  /** Identity rules of addresses. */
  readonly identity: Identity;
  /** Sites in crawl order; the first is site 1. */
  readonly sites: readonly NewSite[];
  /**
   * Returns the result of visiting an internal link, by index in `sites` and identity key. Returns undefined for
   * unknown links, which a replay skips. Equal calls return the same object.
   */
  answer(site: number, key: string): Answer | undefined;
}
