import type { z } from 'zod';
import { type CrawlOptions, givenOptions, plainCrawl } from '../crawl/crawl-options.ts';
import { type Search, searchAddress } from '../crawl/search-results.ts';
import { BadInput } from '../domain/errors.ts';
import type { NewSite } from '../domain/site.ts';
import { topicNamed } from '../topics/named-topic.ts';
import { siteFromUrl } from '../url/named-site.ts';

/** @throws BadInput that names the first option that can't be */
export function crawlOptionsOf(given: unknown): CrawlOptions {
  const parsed = givenOptions.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') || 'options';
    throw new BadInput(`${path}: ${issue?.message ?? 'are not valid'}`);
  }
  const {
    sites,
    searches: asked,
    strategy,
    reward,
    siteRule,
    linkOrder,
    ignoreInUrls: ignored,
    ...others
  } = parsed.data;
  const { rewardParams, params: ruleParams, linkOrderParams, topic: named, ...rest } = others;
  const topic = named === undefined ? undefined : topicNamed(named);
  const choice = { strategy, reward, siteRule, linkOrder, rewardParams, params: ruleParams, linkOrderParams, topic };
  const searches = asked.map(({ url: template, ...one }): Search => ({ ...one, template }));
  const ofSearches = searches.map((one, index) =>
    siteFromUrl(searchAddress(one.template, one.query), 'host', `searches.${index}`),
  );
  return { ...plainCrawl, ...rest, choice, ignored, searches, sites: [...sites.map(newSite), ...ofSearches] };
}

function newSite(given: z.output<typeof givenOptions>['sites'][number], index: number): NewSite {
  const { url, name, shortName, kind, scope = 'host' } = typeof given === 'string' ? { url: given } : given;
  return siteFromUrl(url, scope, `sites.${index}`, { name, short_name: shortName, kind });
}
