import { z } from 'zod';
import { lastAsked } from '../crawl/asked-options.ts';
import { type CrawlOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { searchSchema } from '../crawl/search-results.ts';
import { nofollowKinds } from '../domain/page.ts';
import { followKinds } from '../domain/site.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import type { NightOptions } from './night-options.ts';

/** How a night reaches the Web. What of it is new is visited within the limits of the crawl's last run. */
export type RecrawlOptions = Pick<
  CrawlOptions,
  | 'db'
  | 'workers'
  | 'delay'
  | 'delayBy'
  | 'robots'
  | 'contact'
  | 'allowPrivate'
  | 'proxy'
  | 'storageState'
  | 'cookies'
  | 'insecure'
  | 'hostRules'
  | 'render'
  | 'capture'
  | 'headed'
  | 'devtools'
  | 'slowMo'
  | 'seed'
  | 'asked'
> & { readonly night: NightOptions };

/** What a crawl's record says of the links that it may visit. */
const linkLimits = z.object({
  searches: z.array(searchSchema).default([]),
  sitePageLimit: z.number().optional(),
  depth: z.number().optional(),
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  follow: z.enum(followKinds).default(plainCrawl.follow),
  newSitePages: z.number().optional(),
  traps: z.boolean().default(true),
  nofollow: z.array(z.enum(nofollowKinds)).default([]),
});

/** The options of a crawl that visits what a night finds as the crawl's last run would have; it opens no sites. */
export function crawlOptionsOf(store: Store, options: RecrawlOptions): CrawlOptions {
  const { night: _, ...given } = options;
  const { sitePageLimit, newSitePages, depth, ...limits } = linkLimits.parse(
    JSON.parse(runQueries(store).last.get({})?.config ?? '{}'),
  );
  const asked = options.asked ?? lastAsked(store);
  return { ...plainCrawl, ...given, ...limits, asked, sitePageLimit, newSitePages, newSites: 0, depth, sites: [] };
}
