import type { NewSite } from '../domain/site.ts';
import { type CrawlValues, crawlOptions } from '../options/crawl.ts';
import { type AskedOptions, defaultsOf } from '../options/option.ts';
import type { StrategyChoice } from '../strategies/strategy.ts';
import type { Search } from './site-search.ts';

/** Options of a crawl: those of options/crawl.ts, sites and strategy. */
export interface CrawlOptions extends CrawlValues {
  /** Database file, or the address of a PostgreSQL server. */
  readonly db: string;
  /** Joins a crawl in progress, without adding sites or limits. */
  readonly joins?: true | undefined;
  /** Marks a worker that returns to the crawl and waits for an unavailable server. */
  readonly isBack?: true | undefined;
  /** Sites to add to those of the database. */
  readonly sites: readonly NewSite[];
  /** Searches among the sites. Only their results are followed. */
  readonly searches: readonly Search[];
  readonly choice: StrategyChoice;
  /** Options for the next run on the database; undefined: the other options apply. */
  readonly asked?: AskedOptions | undefined;
}

/** Default options: the default strategy without limits. */
export const plainCrawl: Omit<CrawlOptions, 'db' | 'sites'> = {
  ...defaultsOf(crawlOptions),
  choice: { strategy: undefined, params: {} },
  searches: [],
};
