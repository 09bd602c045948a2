import type { NewSite } from '../domain/site.ts';
import { type CrawlValues, crawlOptions } from '../options/crawl.ts';
import { type AskedOptions, defaultsOf } from '../options/option.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import type { Search } from './search-results.ts';

/** What a crawl is to do: the options of options/crawl.ts, its sites and its strategy. */
export interface CrawlOptions extends CrawlValues {
  /** The database's file, or the address of a PostgreSQL server. */
  readonly db: string;
  /** Joins a crawl that others have begun: neither sites nor limits are added to it. */
  readonly joins?: true | undefined;
  /** It worked on it before: a server that is away is waited for. */
  readonly isBack?: true | undefined;
  /** Sites to add; those of the database go on. */
  readonly sites: readonly NewSite[];
  /** Those of them that are searches: of their links only the results are followed. */
  readonly searches: readonly Search[];
  readonly choice: StrategyChoice;
  /** What the next run on the database goes on with; undefined: as the other options tell. */
  readonly asked?: AskedOptions | undefined;
}

/** A crawl without limits, by the default strategy, that nothing special is asked of. */
export const plainCrawl: Omit<CrawlOptions, 'db' | 'sites'> = {
  ...defaultsOf(crawlOptions),
  choice: { strategy: undefined, params: {} },
  searches: [],
};
