import type { NewSite } from '../domain/site.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import type { IgnorablePart } from '../url/identity.ts';

/** What a crawl is to do. */
export interface CrawlOptions {
  /** The database's file. */
  readonly db: string;
  /** Sites to add; those of the database go on. */
  readonly sites: readonly NewSite[];
  readonly choice: StrategyChoice;
  /** Undefined: as the database was begun, or as the strategy's preset says. */
  readonly foldCase: boolean | undefined;
  /** Parts of addresses that make no difference; undefined: as the database was begun, or none. */
  readonly ignored: readonly IgnorablePart[] | undefined;
  readonly pageLimit: number | undefined;
  /** Milliseconds for the whole crawl, over all its runs. */
  readonly timeLimit: number | undefined;
  readonly sitePageLimit: number | undefined;
  readonly depth: number | undefined;
  /** Internal links whose address matches none of these are not visited, if there are any; see url/patterns.ts. */
  readonly include: readonly string[];
  /** Internal links whose address matches one of these are not visited. */
  readonly exclude: readonly string[];
  /** Whether links that could be followed without end are set aside. */
  readonly traps: boolean;
  readonly workers: number;
  /** Milliseconds between two requests to one host. */
  readonly delay: number | undefined;
  /** Chromium's syntax; empty for none. */
  readonly hostRules: string;
  readonly headed: boolean;
  /** Kept in the run's record: chance is not used by any rule yet. */
  readonly seed: number;
}
