import { z } from 'zod';
import { type CrawlOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { searchSchema } from '../crawl/search-results.ts';
import type { reachOptions } from '../options/crawl.ts';
import type { NightOptions } from '../options/night.ts';
import { lastAsked, lastConfig, recordedOptions } from '../reports/runs.ts';
import type { Store } from '../storage/open.ts';

/** How a night reaches the Web. What of it is new is visited within the limits of the crawl's last run. */
export type RecrawlOptions = Pick<CrawlOptions, keyof typeof reachOptions | 'db' | 'asked'> & {
  readonly night: NightOptions;
};

const recordedSearches = z.object({ searches: z.array(searchSchema).default([]) });

/** The options of a crawl that visits what a night finds as the crawl's last run would have; it opens no sites. */
export function crawlOptionsOf(store: Store, options: RecrawlOptions): CrawlOptions {
  const { night: _, ...given } = options;
  const config = lastConfig(store) ?? {};
  const { sitePageLimit, newSitePages, depth, include, exclude, follow, traps, nofollow } = recordedOptions(config);
  const limits = { sitePageLimit, newSitePages, depth, include, exclude, follow, traps, nofollow, newSites: 0 };
  const { searches } = recordedSearches.parse(config);
  return { ...plainCrawl, ...given, ...limits, searches, asked: options.asked ?? lastAsked(store), sites: [] };
}
